import { beforeEach, describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { someReports } from './testing-reports.js';
import { Suppressions } from '../suppressions/suppressions.repository.js';

const PHONE = '2348012345678';

describe('an inbound SMS', () => {
  const db = useDatabase();
  let workspaceId: number;
  let suppressions: Suppressions;

  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    suppressions = new Suppressions(db.database);
  });

  const reports = () => someReports(db.database);
  const owner = () => ({ workspaceId, integrationId: v7() });
  const say = (body: string, at: Date | null = null, eventId = v7(), from = owner()) =>
    reports().take(from, [], [{ eventId, from: PHONE, to: 'DUNDUN', body, at }]);
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 10, minute));
  const reason = async () => (await suppressions.of(workspaceId, [PHONE])).get(PHONE)?.reason;

  it('suppresses the number with STOP and lifts only that with START', async () => {
    await say('Hello');
    expect(await reason()).toBeUndefined();
    await say(' stop! ');
    expect(await reason()).toBe('stop');
    await say('START');
    expect(await reason()).toBeUndefined();
    await suppressions.add([{ workspaceId, address: PHONE, reason: 'manual' }]);
    await say('START');
    expect(await reason()).toBe('manual');
  });

  it('is handled once', async () => {
    const [first, source] = [v7(), owner()];
    await say('STOP');
    await say('START', null, first, source);
    await say('STOP');
    await say('START', null, first, source);
    expect(await reason()).toBe('stop');
  });

  it('does not lift a later STOP', async () => {
    for (const minute of [1, 5]) await say('STOP', at(minute));
    await say('START', at(3));
    expect(await reason()).toBe('stop');
    await say('START', at(6));
    expect(await reason()).toBeUndefined();
  });

  it.each(['bounce', 'complaint', 'soft_bounces', 'manual'] as const)(
    'does not lift a %s recorded after STOP',
    async (other) => {
      await say('STOP');
      expect(await suppressions.add([{ workspaceId, address: PHONE, reason: other }])).toBe(0);
      for (const word of ['START', 'STOP']) {
        await say(word);
        expect(await reason()).toBe(other);
      }
    },
  );

  it.each([
    ['after it', ['STOP', null]],
    ['before it', [null, 'STOP']],
    ['alone', [null]],
  ])('lifts a STOP that the provider reported, %s', async (_, told) => {
    const optOut = { kind: 'unsubscribed', providerId: null, reference: null, detail: 'opted out' } as const;
    for (const body of told)
      await (body ? say(body) : reports().take(owner(), [{ ...optOut, eventId: v7(), recipient: PHONE, at: null }]));
    expect(await reason()).toBe('stop');
    await say('START');
    expect(await reason()).toBeUndefined();
  });
});
