import type { ClaimedMessage } from './message.js';

/** Content that a worker keeps in memory, without copies made during calls. */
const PROCESS_BYTES = 256_000_000;
/** The part for one lane of one workspace, so that its large mails do not block the claims of others. */
const SHARE_BYTES = 32_000_000;
/** The maximum for one claim. */
export const CLAIM_BYTES = 16_000_000;

/**
 * Counts the bytes of content that the lanes of a worker hold. A share that holds nothing may always claim, and the last
 * message of a claim may exceed the budget, so no message is too large to be sent.
 */
export class ContentBudget {
  private readonly held = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly processBytes = PROCESS_BYTES,
    private readonly shareBytes = SHARE_BYTES,
  ) {}

  /** Returns the bytes that the next claim of this share may bring; 0 means that it has to wait. */
  left(share: string): number {
    const ofShare = this.shareBytes - (this.held.get(share) ?? 0);
    return Math.max(0, Math.min(CLAIM_BYTES, ofShare, this.processBytes - this.total));
  }

  add(share: string, bytes: number): void {
    const held = (this.held.get(share) ?? 0) + bytes;
    if (held > 0) this.held.set(share, held);
    else this.held.delete(share);
    this.total += bytes;
  }
}

/** Returns the length of all text in a message's content and of its attachments, which dominate its size. */
export const bytesOf = ({ content, attachment_bytes }: Pick<ClaimedMessage, 'content' | 'attachment_bytes'>): number =>
  textIn(content) + (attachment_bytes ?? 0);

function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + textIn(each), 0);
}
