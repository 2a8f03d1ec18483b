import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { NotSignedInError, UnavailableError, WrongCredentialsError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { aWorkspace, basic, until, useDatabase } from '@dundun/testing';
import { accountsEntities } from './accounts.entities.js';
import { ApiKeys } from './credentials/api-keys.repository.js';
import { CredentialsAuthenticator } from './credentials-authenticator.service.js';
import { Sessions } from './team/sessions.repository.js';
import { aKey, aMember, lastOldAnswer, TEST_SEAL } from './testing.js';

const db = useDatabase(accountsEntities);
let authenticator: CredentialsAuthenticator;
const authenticate = async (header?: string, session?: string): Promise<Caller> =>
  authenticator.authenticate(header, session);
const another = (database: Database) =>
  new CredentialsAuthenticator(new ApiKeys(database), new Sessions(database, TEST_SEAL));

beforeAll(() => {
  authenticator = another(db.database);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Stops the clock, so that cached answers do not expire on a slow machine. */
const timeStandsStill = () => jest.spyOn(performance, 'now').mockReturnValue(performance.now());

describe('API credentials', () => {
  it('with the secret have full access to the workspace', async () => {
    const workspaceId = await aWorkspace(db.database, 'free');
    const { id, key, secret } = await aKey(db.database, { workspaceId });
    expect(key).toMatch(/^dk_[0-9A-Za-z]{24}$/);
    expect(secret).toMatch(/^ds_[0-9A-Za-z]{32}$/);
    expect(await authenticate(basic(key, secret))).toEqual({
      workspaceId,
      plan: 'free',
      level: 'full',
      kind: 'public',
      strictKeys: false,
      keyId: id,
    });
  });

  it('with an empty secret have the access level of the key alone', async () => {
    const { workspaceId, id, key } = await aKey(db.database, { kind: 'browser' });
    expect(await authenticate(basic(key))).toEqual({
      workspaceId,
      plan: 'unlimited',
      level: 'key',
      kind: 'browser',
      strictKeys: false,
      keyId: id,
    });
  });

  it('with a wrong secret are refused and do not fall back to the key', async () => {
    const { key, secret } = await aKey(db.database);
    await authenticate(basic(key));
    for (const wrong of ['x', ' ', `${secret} `, secret.toUpperCase(), secret.slice(0, -1), `${secret}\u0301`]) {
      await expect(authenticate(basic(key, wrong))).rejects.toThrow(WrongCredentialsError);
    }
    await expect(authenticate(basic(key.toUpperCase(), secret))).rejects.toThrow(WrongCredentialsError);
  });

  it('can be any text that an operator chose', async () => {
    const { workspaceId } = await aKey(db.database, { key: 'schlüssel {"\'\\,}', secret: 'a:b:пароль 🔑' });
    expect((await authenticate(basic('schlüssel {"\'\\,}', 'a:b:пароль 🔑'))).workspaceId).toBe(workspaceId);
  });

  it('are refused alike when missing, malformed or unknown', async () => {
    for (const header of [
      undefined,
      '',
      'Basic',
      'Bearer x',
      basic('', 'x'),
      basic('dk_unknown'),
      basic('k\0', 's'),
      basic('k', 'x'.repeat(20_000)),
    ]) {
      await expect(authenticate(header)).rejects.toThrow(new WrongCredentialsError());
    }
  });

  it('are stored as a hash', async () => {
    const { key, secret } = await aKey(db.database);
    const [row] = await db.database.query(
      'SELECT to_jsonb(api_keys)::text AS text, secret_hash FROM api_keys WHERE key = $1',
      [key],
    );
    expect(row?.text).not.toContain(secret);
    expect(row?.secret_hash).toHaveLength(32);
  });

  it('stop working in every process within a second of being revoked', async () => {
    const { key, secret } = await aKey(db.database);
    const elsewhere = await db.another();
    const [here, there] = [authenticator, another(elsewhere)];
    // Keep the key in constant use.
    const busy = setInterval(
      () => void Promise.resolve(there.authenticate(basic(key, secret), undefined)).catch(() => undefined),
      5,
    );
    await until(
      'both know the key',
      async () => (await authenticate(basic(key, secret))) && there.authenticate(basic(key, secret), undefined),
    );
    await new Promise((resolve) => setTimeout(resolve, 700));
    const keys = (here as unknown as { keys: ApiKeys }).keys;
    expect(await keys.revoke(key)).toBe(true);
    const revokedAt = performance.now();
    await expect(authenticate(basic(key, secret))).rejects.toThrow(WrongCredentialsError);
    clearInterval(busy);
    const isRefused = () => {
      try {
        const answer = there.authenticate(basic(key, secret), undefined);
        return answer instanceof Promise ? answer.then(() => false, () => true) : false; // prettier-ignore
      } catch {
        return true;
      }
    };
    expect((await lastOldAnswer('the other process refuses it', isRefused)) - revokedAt).toBeLessThan(1_000);
    expect(await keys.revoke(key)).toBe(false);
  });

  it('are looked up once for many concurrent requests', async () => {
    const { key, secret } = await aKey(db.database);
    const query = jest.spyOn(db.database, 'query');
    await Promise.all(Array.from({ length: 200 }, () => authenticate(basic(key, secret))));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockClear();
    await Promise.allSettled(Array.from({ length: 2_000 }, (_, index) => authenticate(basic(key, `guess ${index}`))));
    expect(query.mock.calls.length).toBeLessThan(10);
    query.mockRestore();
  });

  it('are checked synchronously in less than 50 µs', async () => {
    const { key, secret } = await aKey(db.database);
    const header = basic(key, secret);
    timeStandsStill();
    await authenticate(header);
    const times = Array.from({ length: 20_000 }, () => {
      const started = process.hrtime.bigint();
      const caller = authenticator.authenticate(header, undefined);
      const took = Number(process.hrtime.bigint() - started);
      if (caller instanceof Promise) throw new Error('a promise');
      return took;
    });
    const median = times.sort((a, b) => a - b)[10_000] as number;
    expect(median).toBeLessThan(50_000);
  });

  it('answer 503 while the database is unavailable', async () => {
    const { key, secret } = await aKey(db.database);
    const alone = await db.another();
    const away = another(alone);
    const clock = timeStandsStill();
    expect((await away.authenticate(basic(key, secret), undefined)).level).toBe('full');
    jest.spyOn(alone, 'query').mockRejectedValue(new UnavailableError());
    expect((await away.authenticate(basic(key, secret), undefined)).level).toBe('full');
    const refused = async () => away.authenticate(basic('dk_unknown', 'x'), undefined);
    await expect(refused()).rejects.toThrow(UnavailableError);
    clock.mockRestore();
    await until('the memory is too old', () => Promise.resolve(away.authenticate(basic(key, secret), undefined)).then(() => false, (error: Error) => error instanceof UnavailableError)); // prettier-ignore
  });
});

describe('a session', () => {
  it('authenticates the member, with the role', async () => {
    const { workspaceId, id: memberId } = await aMember(db.database);
    const token = await new Sessions(db.database, TEST_SEAL).start(workspaceId, memberId, { userAgent: 'Browser' });
    expect(await authenticate(undefined, token)).toEqual({
      workspaceId,
      plan: 'unlimited',
      level: 'full',
      kind: 'session',
      strictKeys: true,
      keyId: 'session',
      memberId,
      role: 'owner',
    });
  });

  it('does not replace wrong credentials in the header', async () => {
    const { workspaceId, id } = await aMember(db.database, 'grace@example.com');
    const token = await new Sessions(db.database, TEST_SEAL).start(workspaceId, id, { userAgent: null });
    await expect(authenticate(basic('dk_unknown', 'x'), token)).rejects.toThrow(WrongCredentialsError);
    const { key, workspaceId: other } = await aKey(db.database);
    expect(await authenticate(basic(key), token)).toMatchObject({ workspaceId: other, level: 'key' });
  });

  it('is refused for any invalid cookie', async () => {
    for (const token of ['', 'x', 'a'.repeat(43), '%00', 'ä'.repeat(43), 'a'.repeat(20_000)]) {
      await expect(authenticate(undefined, token)).rejects.toThrow(NotSignedInError);
    }
  });
});
