import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import type { Outcome } from '@dundun/providers';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { aMessage } from '../testing.js';
import type { ProviderTraffic } from './provider-traffic.service.js';
import { someProviders } from './testing-providers.js';

const ACCOUNT = { provider: 'smtp', integrationId: null, rateLimit: null, health: 'fine', captures: false } as const;
const failed = (code: string): Outcome => ({ kind: 'not_sent', fault: 'passing', code, detail: code });

describe('the circuit of an account', () => {
  const db = useDatabase(accountsEntities);
  let traffic: ProviderTraffic;
  let message: ReturnType<typeof aMessage>;

  beforeEach(async () => {
    ({ traffic } = someProviders(db.database, db.config));
    message = aMessage(await aWorkspace(db.database));
  });

  it.each([
    ['ECONNREFUSED', 'opens for calls that fail', 5_000],
    ['ECLOSED', 'stays closed for calls that the end of the worker refused', 0],
  ])('after five times %s %s', async (code, _, most) => {
    for (let count = 0; count < 5; count++) {
      expect((await traffic.wait(message, ACCOUNT)).wait).toBe(0);
      traffic.note(message, ACCOUNT, failed(code), performance.now());
    }
    const { wait } = await traffic.wait(message, ACCOUNT);
    expect(wait > 0).toBe(most > 0);
    expect(wait).toBeLessThanOrEqual(most);
  });
});
