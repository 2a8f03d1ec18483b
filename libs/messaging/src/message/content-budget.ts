import type { ClaimedMessage } from './message.js';

/** What a worker has in memory, without what a call makes of it. */
const PROCESS_BYTES = 256_000_000;
/** A part of it, so that large mails of one do not keep everybody else's from being claimed. */
const SHARE_BYTES = 32_000_000;
/** Of one claim. */
export const CLAIM_BYTES = 16_000_000;

/**
 * The content that a worker holds, of all lanes. Whoever has none may always claim, so the last message of a claim may go
 * beyond its share: none is too large to leave.
 */
export class ContentBudget {
  private readonly held = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly processBytes = PROCESS_BYTES,
    private readonly shareBytes = SHARE_BYTES,
  ) {}

  /** How much the next claim for this share may bring; 0 is none for now. */
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

/** The text in a message's content, which is what makes it large. */
export const bytesOf = ({ content }: Pick<ClaimedMessage, 'content'>): number => textIn(content);

function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + textIn(each), 0);
}
