import { createHmac, timingSafeEqual } from 'node:crypto';
import { ToolRefusal } from './api.js';

const HOUR_MS = 3_600_000;

/**
 * Issues proof that exactly this message was shown before it is sent. The server stores nothing: the proof is signed,
 * so it stays valid after a restart, and it serves as idempotency key, so that a repeated confirmation sends once.
 */
export class DryRuns {
  constructor(
    private readonly secret: string,
    private readonly now: () => number = Date.now,
  ) {}

  issue(shown: object): string {
    return this.signed(this.now().toString(36), shown);
  }

  /** @throws ToolRefusal unless the proof was issued for exactly this message within the last hour */
  check(proof: string, shown: object): void {
    const [issued = ''] = proof.split('-', 1);
    const age = this.now() - Number.parseInt(issued, 36);
    if (!isSame(proof, this.signed(issued, shown)))
      throw new ToolRefusal(
        'This call sent nothing: it differs from what the dry run showed. Run it again without confirm, and show the user the result.',
      );
    if (!(age >= 0 && age <= HOUR_MS))
      throw new ToolRefusal('This call sent nothing: the dry run is older than an hour. Run it again without confirm.');
  }

  private signed(issued: string, shown: object): string {
    const mac = createHmac('sha256', this.secret).update(`dry run\n${issued}\n${JSON.stringify(shown, sorted)}`);
    return `${issued}-${mac.digest('base64url')}`;
  }
}

/** An assistant may list the same variables in another order. */
const sorted = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
