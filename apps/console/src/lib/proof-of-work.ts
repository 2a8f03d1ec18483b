import { sha256 } from './sha256';

const SLICE_MS = 30;

/**
 * Solves a challenge of the sign-in: finds a text after which the SHA-256 begins with zero bits. Works in slices, so that the
 * page still reacts.
 * @param bits at most 32
 */
export async function solveChallenge({ challenge, bits }: { challenge: string; bits: number }): Promise<string> {
  let solution = 0;
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const proof = `${challenge}.${(solution++).toString(36)}`;
      if (Math.clz32(sha256(proof)[0] as number) >= bits) return proof;
    } while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
