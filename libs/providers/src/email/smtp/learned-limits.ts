/** How long a server's behaviour is remembered: it may have been a restart. */
const MEMORY_MS = 600_000;
/** A connection that the server drops after a longer silence was idle for too long, not used too often. */
const SHORT_MS = 1_000;

/** A value that returns to the configured one after a while. */
interface Learned {
  value: number;
  until: number;
}

/** What a server showed of its own limits on connections, below those that are configured. */
export class LearnedLimits {
  private messages: Learned | undefined;
  private lastDrop = 0;
  private idle: Learned | undefined;
  private readonly unfit = new Map<string, number>();

  constructor(
    private readonly maxMessages: number,
    private readonly idleMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The most mails on one connection. */
  get mails(): number {
    return this.valueOf(this.messages) ?? this.maxMessages;
  }

  /** How long a connection may stay idle, in milliseconds. */
  get silence(): number {
    return this.valueOf(this.idle) ?? this.idleMs;
  }

  /** Whether the server understands an extension that it offers. */
  understands(extension: string): boolean {
    return (this.unfit.get(extension) ?? -Infinity) < this.now();
  }

  /** Records that a connection ended at the start of a mail, after `mails` others and `silence` milliseconds without any. */
  noteDrop({ mails, silence }: { mails: number; silence: number }): void {
    const until = this.now() + MEMORY_MS;
    if (silence >= SHORT_MS) this.idle = { value: Math.min(this.silence, Math.floor(silence / 2)), until };
    // A limit shows in the same number twice, a restart does not.
    else if (mails === this.lastDrop) this.messages = { value: Math.min(this.mails, mails), until };
    else this.lastDrop = mails;
  }

  noteUnfit(extension: string): void {
    this.unfit.set(extension, this.now() + MEMORY_MS);
  }

  private valueOf(learned: Learned | undefined): number | undefined {
    return learned && learned.until > this.now() ? learned.value : undefined;
  }
}
