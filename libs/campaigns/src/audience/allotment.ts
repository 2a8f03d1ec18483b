import { createHash } from 'node:crypto';

/** Where an address stands in a campaign: two numbers from 0 to 1 that depend on nothing else. */
interface Place {
  /** Who is held out. */
  holdout: number;
  /** Who gets which variant. */
  test: number;
}

/** How the audience of a campaign is divided. */
export interface Allotment {
  /** Percent of recipients who get nothing. */
  holdout: number;
  /** Percent of the others who get a variant before the decision. */
  percent: number;
  /** Number of variants; 1 without a test. */
  variants: number;
}

const BYTES = 6;
const fraction = (bytes: Buffer, from: number): number => bytes.readUIntBE(from, BYTES) / 2 ** (8 * BYTES);

/** Returns the place of an address, the same one whenever its slice is frozen. */
export function placeOf(campaignId: string, addressKey: string): Place {
  const hash = createHash('sha256').update(`${campaignId} ${addressKey}`).digest();
  return { holdout: fraction(hash, 0), test: fraction(hash, BYTES) };
}

/** Returns the variant of a place, `held_out`, or null for one that waits for the decision. */
export function allotted({ holdout, test }: Place, { holdout: held, percent, variants }: Allotment) {
  if (holdout * 100 < held) return 'held_out' as const;
  if (variants === 1) return 0;
  const share = (test * 100) / percent;
  return share < 1 ? Math.floor(share * variants) : null;
}

/** Returns the variant of somebody who waited, if each variant gets the same share. */
export const splitVariant = ({ test }: Place, variants: number): number =>
  Math.floor(test * 2 ** (8 * BYTES)) % variants;
