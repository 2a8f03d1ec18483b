import { Inject, Injectable } from '@nestjs/common';
import { Seal } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';

/** How many attempts there are at once, and the seconds until one is restored. */
export interface AttemptRate {
  burst: number;
  seconds: number;
}

/** What attempts are counted by. */
export type AttemptScope = 'account' | 'network' | 'device' | 'code' | 'reset' | 'reset network';

const SLOTS = 65_536;
const FIRST_SLOT: Record<AttemptScope, number> = {
  account: 0,
  network: SLOTS,
  device: 2 * SLOTS,
  code: 3 * SLOTS,
  reset: 4 * SLOTS,
  'reset network': 5 * SLOTS,
};

/**
 * Counts attempts to sign in, in slots of PostgreSQL that all processes share. The slot of a key is secret, so that nobody can use
 * up the attempts of a chosen key by others of its slot; two keys in one slot cost a proof of work, never a sign-in.
 */
@Injectable()
export class SignInCounters {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** Takes an attempt. @returns 0, or the seconds until the next attempt; then nothing was taken */
  async take(scope: AttemptScope, key: string, { burst, seconds }: AttemptRate): Promise<number> {
    const slot = this.slotOf(scope, key);
    if ((await this.database.execute(TAKE, [slot, seconds, burst])) === 1) return 0;
    const [row] = await this.database.query<{ used: number }>(USED, [slot]);
    return Math.max(1, (row?.used ?? 0) - (burst - 1) * seconds);
  }

  /** Counts an attempt that is admitted in any case. */
  async charge(scope: AttemptScope, key: string, { seconds }: AttemptRate): Promise<void> {
    await this.database.execute(CHARGE, [this.slotOf(scope, key), seconds]);
  }

  /** Gives an attempt back. */
  async restore(scope: AttemptScope, key: string, { seconds }: AttemptRate): Promise<void> {
    await this.database.execute(RESTORE, [this.slotOf(scope, key), seconds]);
  }

  /** Returns how many attempts were made and not restored yet. */
  async used(scope: AttemptScope, key: string, { seconds }: AttemptRate): Promise<number> {
    const [row] = await this.database.query<{ used: number }>(USED, [this.slotOf(scope, key)]);
    return Math.max(0, row?.used ?? 0) / seconds;
  }

  /** Uses a proof up. @returns false for a challenge that is not newer than the last of its slot */
  async spend(nonce: string, issuedAt: Date): Promise<boolean> {
    return (await this.database.execute(SPEND, [this.hash('proof', nonce), issuedAt])) === 1;
  }

  private slotOf(scope: AttemptScope, key: string): number {
    return FIRST_SLOT[scope] + this.hash(scope, key);
  }

  private hash(scope: string, key: string): number {
    return Buffer.from(this.seal.sign(`sign-in slot ${scope}`, key), 'base64url').readUInt16BE();
  }
}

const TAKE = {
  name: 'take-sign-in-attempt',
  text: `
    INSERT INTO sign_in_counters AS c (slot, spent_until) VALUES ($1, now() + $2::int * interval '1 second')
    ON CONFLICT (slot) DO UPDATE SET spent_until = GREATEST(c.spent_until, now()) + $2::int * interval '1 second'
    WHERE c.spent_until <= now() + ($3::int - 1) * $2::int * interval '1 second'`,
};

const CHARGE = {
  name: 'charge-sign-in-attempt',
  text: `
    INSERT INTO sign_in_counters AS c (slot, spent_until) VALUES ($1, now() + $2::int * interval '1 second')
    ON CONFLICT (slot) DO UPDATE
    SET spent_until = LEAST(GREATEST(c.spent_until, now()) + $2::int * interval '1 second', now() + interval '1 hour')`,
};

const RESTORE = {
  name: 'restore-sign-in-attempt',
  text: `UPDATE sign_in_counters SET spent_until = spent_until - $2::int * interval '1 second' WHERE slot = $1`,
};

const USED = {
  name: 'used-sign-in-attempts',
  text: 'SELECT extract(epoch FROM spent_until - now())::float8 AS used FROM sign_in_counters WHERE slot = $1',
};

/** Challenges of one slot are accepted in the order of their issue, so that no memory of used ones is needed. */
const SPEND = {
  name: 'spend-sign-in-proof',
  text: `
    INSERT INTO sign_in_proofs AS p (slot, issued_at) VALUES ($1, $2)
    ON CONFLICT (slot) DO UPDATE SET issued_at = excluded.issued_at WHERE p.issued_at < excluded.issued_at`,
};
