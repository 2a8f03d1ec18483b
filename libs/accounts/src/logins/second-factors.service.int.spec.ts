import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InvalidInputError, SecondFactorNeededError, TooManyCodesError, WrongCodeError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { useDatabase } from '@dundun/testing';
import { TOTP } from 'otpauth';
import { accountsEntities } from '../accounts.entities.js';
import { aMember, TEST_SEAL } from '../testing.js';
import { Logins, type LoginRow } from './logins.repository.js';
import { SecondFactorRepository } from './second-factors.repository.js';
import { CODE_LIMIT, SecondFactors } from './second-factors.service.js';
import { SignInCounters } from './sign-in-counters.repository.js';

const db = useDatabase(accountsEntities);
let logins: Logins;
let factors: SecondFactors;
let count = 0;

beforeAll(() => {
  logins = new Logins(db.database);
  const repository = new SecondFactorRepository(db.database, TEST_SEAL);
  factors = new SecondFactors(repository, new SignInCounters(db.database, TEST_SEAL), TEST_SEAL, db.database);
});
beforeEach(() => db.database.execute('TRUNCATE sign_in_counters'));
/** The middle of a step: no code becomes old between two lines of a test. */
beforeEach(() => {
  const [now, step] = [Date.now(), 30_000];
  jest.spyOn(Date, 'now').mockReturnValue(now - (now % step) + step / 2);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const reread = async ({ id }: LoginRow) => (await logins.find(id)) as LoginRow;
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

async function aLogin(): Promise<LoginRow> {
  const { loginId } = await aMember(db.database, `factor${count++}@example.com`);
  return (await logins.find(loginId)) as LoginRow;
}

/** A login that confirmed with the code of the step before this one, so that the current code is unused. */
async function enrolled() {
  const login = await aLogin();
  const { secret } = await factors.offer(login);
  const codes = await factors.confirm(await reread(login), codeOf(secret, -1));
  return { login: await reread(login), secret, codes };
}

describe('an enrolment', () => {
  it('counts from its first right code, and seals its secret', async () => {
    const login = await aLogin();
    const { secret, uri } = await factors.offer(login);
    expect(uri).toContain(secret);
    const pending = await reread(login);
    expect(pending.sealed_totp).not.toContain(secret);
    await factors.check(pending, undefined);
    await expect(factors.confirm(pending, '000000')).rejects.toThrow(InvalidInputError);
    expect(await factors.confirm(pending, codeOf(secret))).toHaveLength(10);
    const on = await reread(login);
    expect(on).toMatchObject({ totp_since: expect.any(Date), recovery_codes: 10 });
    await expect(factors.check(on, undefined)).rejects.toThrow(SecondFactorNeededError);
    await expect(factors.offer(on)).rejects.toThrow('two_factor is on already');
    await expect(factors.confirm(on, codeOf(secret, 1))).rejects.toThrow('code belongs to no enrolment');
  });

  it('is confirmed once by two calls at once, and never after it began again', async () => {
    const login = await aLogin();
    const { secret } = await factors.offer(login);
    const pending = await reread(login);
    const confirm = () => factors.confirm(pending, codeOf(secret)).then(() => true, () => false); // prettier-ignore
    expect((await Promise.all([confirm(), confirm()])).filter(Boolean)).toHaveLength(1);
    const other = await aLogin();
    const first = await factors.offer(other);
    const stale = await reread(other);
    await factors.offer(other);
    await expect(factors.confirm(stale, codeOf(first.secret))).rejects.toThrow(InvalidInputError);
  });
});

describe('the second step of a sign-in', () => {
  it('accepts a code once, and none of an earlier step after it', async () => {
    const { login, secret } = await enrolled();
    const [earlier, code] = [codeOf(secret, -1), codeOf(secret)];
    await factors.check(login, code);
    await expect(factors.check(login, code)).rejects.toThrow(WrongCodeError);
    await expect(factors.check(login, earlier)).rejects.toThrow(WrongCodeError);
    await factors.check(login, codeOf(secret, 1));
  });

  it('accepts a code once when it comes ten times at once', async () => {
    const { login, secret } = await enrolled();
    const code = codeOf(secret);
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => factors.check(login, code)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts each recovery code once, which is stored as a hash', async () => {
    const { login, codes } = await enrolled();
    const [{ text } = {}] = await db.database.query<{ text: string }>('SELECT l::text AS text FROM logins l WHERE id = $1', [login.id]); // prettier-ignore
    for (const code of codes) expect(text).not.toContain(code.replaceAll('-', ''));
    const [first = '', second = ''] = codes;
    await factors.check(login, first.toUpperCase());
    await expect(factors.check(login, first)).rejects.toThrow(WrongCodeError);
    await factors.check(login, second);
    expect((await reread(login)).recovery_codes).toBe(8);
    const renewed = await factors.renewRecovery(login);
    await expect(factors.check(login, codes[2] as string)).rejects.toThrow(WrongCodeError);
    await factors.check(login, renewed[0] as string);
  });

  it('limits guesses, even those whose transaction rolls back, and accepts no right code then', async () => {
    const { login, secret } = await enrolled();
    const guess = () => db.database.transaction(() => factors.check(login, '000000')).catch((error: unknown) => error);
    const answers = [];
    for (let attempt = 0; attempt <= CODE_LIMIT.burst; attempt++) answers.push(await guess());
    expect(answers.slice(0, -1).every((error) => error instanceof WrongCodeError)).toBe(true);
    expect(answers.at(-1)).toBeInstanceOf(TooManyCodesError);
    await expect(factors.check(login, codeOf(secret))).rejects.toThrow(TooManyCodesError);
    const { login: other, secret: theirs } = await enrolled();
    await factors.check(other, codeOf(theirs));
  });
});

describe('the proof of a signed-in person', () => {
  it('is the password or a code', async () => {
    const { login, secret } = await enrolled();
    await factors.prove(login, { password: 'correct horse' });
    const code = codeOf(secret);
    await factors.prove(login, { code });
    await expect(factors.prove(login, { password: 'wrong' })).rejects.toThrow('password is wrong');
    await expect(factors.prove(login, { code })).rejects.toThrow('code is wrong or was used before');
    await expect(factors.prove(login, {})).rejects.toThrow(InvalidInputError);
  });
});

describe('the secrets', () => {
  it('are sealed again with a new key', async () => {
    const { login, secret } = await enrolled();
    const [old, next] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const repository = new SecondFactorRepository(db.database, new Seal([next, old]));
    expect(await repository.reseal()).toBeGreaterThan(0);
    expect(new Seal([next]).open((await reread(login)).sealed_totp as string)).toBe(secret);
    await new SecondFactorRepository(db.database, new Seal([old, next])).reseal();
  });
});
