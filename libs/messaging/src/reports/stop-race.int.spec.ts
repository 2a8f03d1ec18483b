import { beforeAll, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import type { Outcome } from '@dundun/providers';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { setTimeout as after } from 'node:timers/promises';
import { v7 } from 'uuid';
import { LaneClaims } from '../deliver/lane-claims.repository.js';
import type { Route } from '../deliver/route.js';
import { aHandOver, FREE_TRAFFIC } from '../deliver/testing-providers.js';
import { aMessage, aRecipient, queued } from '../testing.js';
import { someReports } from './testing-reports.js';

const RACES = repetitions(120, 3_000);
const AT_ONCE = 40;
/** Up to so long a hand-over waits for a connection, and a reader for the STOP. */
const [WAITS_MS, STOPS_MS] = [1_500, 1_000];
/** No hand-over begins later after the answer to a STOP. */
const MOST_MS = 1_000;
const EACH_ORDER = RACES / 10;

const ACCEPTED: Outcome = { kind: 'accepted', providerId: null, detail: 'ok' };
const NOT_SENT: Outcome = { kind: 'not_sent', fault: 'passing', detail: 'stopped' };

describe('a race between STOP and the hand-over of an SMS', () => {
  const db = useDatabase(accountsEntities);
  const random = randomFrom(SEED);
  let workspaceId: number;
  let numbers = 0;

  beforeAll(async () => {
    workspaceId = await aWorkspace(db.database);
  });

  /** Says STOP as a provider reports it. @returns when that was answered */
  const stop = async (number: string): Promise<number> => {
    await after(random() * STOPS_MS);
    const reports = someReports(db.database);
    const owner = { workspaceId, integrationId: v7() };
    await reports.take(owner, [], [{ eventId: v7(), from: number, to: 'SHOP', body: 'STOP', at: null }]);
    return performance.now();
  };

  /** Races for some numbers at once. @returns when each hand-over began and when each STOP was answered */
  const race = async (count: number): Promise<{ begunAt: number | undefined; stoppedAt: number }[]> => {
    const begun = new Map<string, number>();
    const messages = Array.from({ length: count }, () =>
      aMessage(workspaceId, {
        ...{ channel: 'sms', lane: 'bulk', source: 'twilio', sender: { name: null, address: 'SHOP' }, segments: 1 },
        recipients: [aRecipient(`23480${String(10_000_000 + ++numbers)}`)],
        content: { body: 'Sale' },
      }),
    );
    await queued(db.database, ...messages);
    const claimed = await new LaneClaims(db.database).claim('sms', 'bulk', workspaceId, count);
    expect(claimed).toHaveLength(count);
    const route: Route = {
      ...{ provider: 'twilio', integrationId: null, onUnknown: 'hold', captures: false, maxRecipients: 1 },
      ...{ rateLimit: null, health: 'fine' },
      send: async ({ id }, _, __, isWanted) => {
        await after(random() * WAITS_MS);
        if (!(await isWanted?.())) return NOT_SENT;
        begun.set(id, performance.now());
        return ACCEPTED;
      },
    };
    const handOver = aHandOver(db.database, { routes: { of: () => Promise.resolve([route]) }, traffic: FREE_TRAFFIC });
    const [stops] = await Promise.all([
      Promise.all(claimed.map(({ recipients }) => stop(recipients[0]?.address as string))),
      ...claimed.map(async (message) => {
        await after((random() * STOPS_MS) / 2);
        await handOver.deliver(message);
      }),
    ]);
    return claimed.map(({ id }, index) => ({ begunAt: begun.get(id), stoppedAt: stops[index] as number }));
  };

  it(
    `begins none later than a second after the answer, in ${RACES} races`,
    async () => {
      const all: Awaited<ReturnType<typeof race>> = [];
      while (all.length < RACES) all.push(...(await race(AT_ONCE)));
      const late = all.map(({ begunAt, stoppedAt }) => (begunAt === undefined ? -Infinity : begunAt - stoppedAt));
      expect(late.filter((ms) => ms > MOST_MS)).toEqual([]);
      expect(late.filter((ms) => ms === -Infinity).length).toBeGreaterThanOrEqual(EACH_ORDER);
      expect(late.filter((ms) => ms < 0 && ms > -Infinity).length).toBeGreaterThanOrEqual(EACH_ORDER);
    },
    repetitions(120_000, 1_800_000),
  );
});
