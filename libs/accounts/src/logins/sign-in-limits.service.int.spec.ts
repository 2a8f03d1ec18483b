import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TooManyLoginsError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import { useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { solve } from '../testing.js';
import { SignInCounters } from './sign-in-counters.repository.js';
import { CHALLENGE_BITS, SIGN_IN_LIMITS, SignInLimits } from './sign-in-limits.service.js';

const db = useDatabase(accountsEntities);
const seal = new Seal(['ab'.repeat(32)]);
const limitsOf = (database: Database) => new SignInLimits(new SignInCounters(database, seal), seal);
let limits: SignInLimits;

beforeAll(() => {
  limits = limitsOf(db.database);
});
beforeEach(() => db.database.execute('TRUNCATE sign_in_counters, sign_in_proofs'));

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
const ADA = 'ada@example.com';

/** Attempts from each address. @returns how many were admitted */
async function admitted(email: string, from: string[], by = limits): Promise<number> {
  const attempts = await Promise.all(
    from.map((address) =>
      by.admit({ email, address }).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(TooManyLoginsError);
          return false;
        },
      ),
    ),
  );
  return attempts.filter(Boolean).length;
}

describe('the limits of sign-ins', () => {
  it('limit attempts on one account from many addresses, in any case of the email', async () => {
    expect(await admitted(ADA, addresses(40))).toBe(SIGN_IN_LIMITS.account.burst);
    expect(await admitted('ADA@Example.com', ['10.9.9.9'])).toBe(0);
    expect(await admitted('grace@example.com', ['10.9.9.9'])).toBe(1);
  });

  it('limit attempts on many accounts from one address', async () => {
    let made = 0;
    for (let index = 0; index < 130; index++) made += await admitted(`a${index}@example.com`, ['10.0.0.1']);
    expect(made).toBeGreaterThanOrEqual(SIGN_IN_LIMITS.network.burst);
    expect(made).toBeLessThan(130);
  });

  it('are shared by processes and survive their restart', async () => {
    const other = limitsOf(await db.another());
    const [here, there] = await Promise.all([admitted(ADA, addresses(20)), admitted(ADA, addresses(20), other)]);
    expect(here + there).toBe(SIGN_IN_LIMITS.account.burst);
    expect(await admitted(ADA, ['10.9.9.9'], limitsOf(await db.another()))).toBe(0);
  });

  it('restore an attempt after its time', async () => {
    await admitted(ADA, addresses(10));
    await db.database.execute(`UPDATE sign_in_counters SET spent_until = spent_until - interval '21 seconds'`);
    expect(await admitted(ADA, addresses(20))).toBe(2);
  });

  it('say after how many seconds an attempt is restored', async () => {
    await admitted(ADA, addresses(10));
    const refused = await limits.admit({ email: ADA, address: '10.9.9.9' }).catch((error: unknown) => error);
    expect((refused as TooManyLoginsError).retryAfter).toBeGreaterThanOrEqual(1);
    expect((refused as TooManyLoginsError).retryAfter).toBeLessThanOrEqual(SIGN_IN_LIMITS.account.seconds);
  });

  it('give an attempt back when the password was right', async () => {
    const attempt = { email: ADA, address: '10.9.9.9' };
    for (let index = 0; index < 3 * SIGN_IN_LIMITS.account.burst; index++)
      await limits.succeeded(attempt, await limits.admit(attempt));
    expect(await admitted(ADA, addresses(20))).toBe(SIGN_IN_LIMITS.account.burst);
  });

  it('give a known device its own attempts', async () => {
    await admitted(ADA, addresses(20));
    const attempt = () => limits.admit({ email: ADA, address: '10.9.9.9', device: 'laptop' });
    for (let index = 0; index < SIGN_IN_LIMITS.device.burst; index++) expect(await attempt()).toBe('device');
    await expect(attempt()).rejects.toThrow(TooManyLoginsError);
  });

  it('store no more rows than slots, whatever is tried', async () => {
    for (let round = 0; round < 5; round++)
      await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          admitted(`a${round}-${index}@example.com`, [`10.${round}.${index}.1`]),
        ),
      );
    const slots = await db.database.query<{ slot: number }>('SELECT slot FROM sign_in_counters');
    expect(slots.every(({ slot }) => slot >= 0 && slot < 196_608)).toBe(true);
    await expect(
      db.database.execute('INSERT INTO sign_in_counters (slot, spent_until) VALUES (393216, now())'),
    ).rejects.toThrow();
  });
});

describe('a proof of work', () => {
  const prove = async (email = ADA) => {
    const { challenge, bits } = await limits.challenge(email);
    return solve(challenge, bits);
  };
  const attempt = (proof: string, email = ADA) => limits.admit({ email, address: '10.9.9.9', proof });

  it('is admitted once when there are no attempts left', async () => {
    await admitted(ADA, addresses(20));
    const proof = await prove();
    expect(await attempt(proof)).toBe('proof');
    await expect(attempt(proof)).rejects.toThrow(TooManyLoginsError);
    expect(await attempt(await prove())).toBe('proof');
  });

  it('is admitted by one of two processes that race', async () => {
    await admitted(ADA, addresses(20));
    const other = limitsOf(await db.another());
    const proof = await prove();
    const both = await Promise.allSettled([attempt(proof), other.admit({ email: ADA, address: '10.9.9.8', proof })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('does not serve another account', async () => {
    await admitted('grace@example.com', addresses(20));
    await expect(attempt(await prove(), 'grace@example.com')).rejects.toThrow(TooManyLoginsError);
  });

  it('becomes harder while an account is guessed, up to a bound', async () => {
    expect((await limits.challenge(ADA)).bits).toBe(CHALLENGE_BITS.least);
    for (let index = 0; index < 25; index++)
      await new SignInCounters(db.database, seal).charge('account', ADA, SIGN_IN_LIMITS.account);
    expect((await limits.challenge(ADA)).bits).toBe(CHALLENGE_BITS.least + 1);
    await db.database.execute(`UPDATE sign_in_counters SET spent_until = now() + interval '1 hour'`);
    expect((await limits.challenge(ADA)).bits).toBe(CHALLENGE_BITS.most);
  });
});
