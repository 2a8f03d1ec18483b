import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  InvalidInputError,
  MappingError,
  NotRetryableError,
  UnavailableError,
  UnknownSourceEventError,
} from '@dundun/domain';
import { createLogger } from '@dundun/platform/config';
import { ExpiredRows } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { sourcesExpiry } from '../intake/source-events.repository.js';
import { aCall } from '../adapters/testing-adapters.js';
import {
  aProcess,
  entities,
  letTimePass,
  letTimeStandStill,
  rowsOf,
  timeline,
  type SourceProcess,
} from '../testing.js';

const MAPPING = `{
  "person": { "uid": uid, "external": customer, "email": email, "number": phone },
  "fields": { "first_name": first_name, "meta": meta },
  "event": event ? { "name": event, "properties": properties }
}`;

describe('processing source events', () => {
  const db = useDatabase(entities);
  let one: SourceProcess;
  let two: SourceProcess;
  let workspaceId: number;
  let sourceId: string;

  beforeAll(async () => {
    one = await aProcess(db.config);
    two = await aProcess(db.config);
  });
  afterAll(() => Promise.all([one.context.close(), two.context.close()]));
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    ({ id: sourceId } = await one.sources.add(workspaceId, 'webhook', {}, { mapping: MAPPING, eventId: 'id' }));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const send = (...bodies: object[]) => sendTo(sourceId, ...bodies);
  async function sendTo(id: string, ...bodies: object[]) {
    const token = one.hooks.url({ workspaceId, sourceId: id }).split('/').pop() as string;
    for (const body of bodies) await one.calls.take(token, aCall(body), 'req-1');
  }
  const rows = () => rowsOf(db.database, sourceId);
  const expireLeases = () => db.database.execute("UPDATE sources SET leased_until = '-infinity'");
  const people = async () => {
    const [row] = await db.database.query<{ many: number }>(
      'SELECT count(*)::int AS many FROM people WHERE workspace_id = $1',
      [workspaceId],
    );
    return row?.many;
  };

  it('writes an event to the person and records the result', async () => {
    await send({ id: 'e-1', uid: 'u-1', event: 'Paid', first_name: 'Ada', properties: { total: 5 } });
    await one.loop.drain();
    expect(await rows()).toMatchObject([
      { event_id: 'e-1', state: 'processed', event: 'Paid', uid: 'u-1', attempts: 1, reason: null },
    ]);
    expect(await timeline(db.database, workspaceId, 'u-1')).toEqual(['Paid']);
    const [person] = await db.database.query('SELECT first_name FROM people WHERE workspace_id = $1', [workspaceId]);
    expect(person).toEqual({ first_name: 'Ada' });
  });

  it('repeats the work of a process that died without storing an event twice', async () => {
    await send({ id: 'e-1', uid: 'u-1', event: 'Paid' }, { id: 'e-2', email: 'ada@example.com', event: 'Paid' });
    jest.spyOn(one.claims, 'settle').mockRejectedValue(new UnavailableError());
    await one.loop.drain();
    expect(await rows()).toMatchObject([{ state: 'received' }, { state: 'received' }]);
    await expireLeases();
    await two.loop.drain();
    const done = await rows();
    expect(done).toMatchObject([{ state: 'processed' }, { state: 'processed' }]);
    for (const { uid } of done) expect(await timeline(db.database, workspaceId, uid as string)).toEqual(['Paid']);
    expect(await people()).toBe(2);
  });

  it('rejects results under an outdated claim', async () => {
    await send({ id: 'e-1', uid: 'u-1', event: 'Paid' });
    const late = await one.claims.lease({ workspaceId, sourceId });
    expect(await two.claims.lease({ workspaceId, sourceId })).toBeUndefined();
    await expireLeases();
    await two.loop.drain();
    const result = { eventId: 'e-1', state: 'failed', attempts: 1, reason: 'too late' } as const;
    expect(await one.claims.settle(late as NonNullable<typeof late>, [result])).toBe(0);
    expect(await rows()).toMatchObject([{ state: 'processed', reason: null }]);
  });

  it('keeps a person’s events in order with two workers', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Step ${String(index).padStart(2, '0')}`);
    for (const event of names) await send({ id: event, uid: 'u-1', event }, { id: `x ${event}`, uid: event, event });
    await Promise.all([one.loop.drain(), two.loop.drain()]);
    expect(await timeline(db.database, workspaceId, 'u-1')).toEqual(names);
    expect((await rows()).filter(({ state }) => state !== 'processed')).toEqual([]);
  });

  it('holds back later events of the same person only, while one is tried again', async () => {
    const track = one.events.track.bind(one.events);
    let isAway = true;
    jest.spyOn(one.events, 'track').mockImplementation((...given) => {
      if (isAway && given[2].event === 'First') return Promise.reject(new UnavailableError());
      return track(...given);
    });
    await send({ id: '1', uid: 'u-1', event: 'First' }, { id: '2', uid: 'u-1', event: 'Second' });
    await send({ id: '3', uid: 'u-2', event: 'Other' });
    await one.loop.drain();
    await letTimeStandStill(db.database, sourceId);
    await send({ id: '4', uid: 'u-1', event: 'Third' });
    await one.loop.drain();
    expect(await rows()).toMatchObject([
      { event_id: '1', state: 'received', attempts: 1 },
      { event_id: '2', state: 'received', attempts: 0, reason: expect.stringMatching(/earlier event/) },
      { event_id: '3', state: 'processed' },
      { event_id: '4', state: 'received', attempts: 0 },
    ]);
    isAway = false;
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    expect(await timeline(db.database, workspaceId, 'u-1')).toEqual(['First', 'Second', 'Third']);
  });

  it('fails an event after its last attempt, and retries it on request', async () => {
    const spy = jest.spyOn(one.events, 'track').mockRejectedValue(new Error('broken'));
    await send({ id: '1', uid: 'u-1', event: 'First' });
    await one.loop.drain();
    await db.database.execute('UPDATE source_events SET attempts = 14 WHERE source_id = $1', [sourceId]);
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 15, reason: expect.stringMatching(/internal/) }]);
    spy.mockRestore();
    await one.received.retry(workspaceId, sourceId, '1');
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    expect(await rows()).toMatchObject([{ state: 'processed', attempts: 1, reason: null }]);
    await expect(one.received.retry(workspaceId, sourceId, '1')).rejects.toThrow(NotRetryableError);
    await expect(one.received.retry(workspaceId, sourceId, '2')).rejects.toThrow(UnknownSourceEventError);
  });

  it('fails an event with a permanent error at once and processes the others', async () => {
    await one.sources.update(
      workspaceId,
      sourceId,
      {},
      { mapping: '$number(total) > 0 ? { "person": { "uid": uid } }' },
    );
    await send(
      { id: 'bad', uid: 'u-1', total: 'many' },
      { id: 'good', uid: 'u-1', total: 1 },
      { id: 'none', total: 0 },
    );
    await one.loop.drain();
    expect(await rows()).toMatchObject([
      { event_id: 'bad', state: 'failed', reason: expect.stringMatching(/column/) },
      { event_id: 'good', state: 'processed' },
      { event_id: 'none', state: 'ignored', reason: expect.stringMatching(/nothing/) },
    ]);
    await one.sources.update(workspaceId, sourceId, {}, { mapping: MAPPING });
    expect(await one.received.retryAll(workspaceId, sourceId)).toBe(1);
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    expect((await rows())[0]).toMatchObject({ event_id: 'bad', state: 'processed' });
  });

  it('creates a person for an unknown email or number and finds them the next time', async () => {
    await send(
      { id: '1', email: 'Ada@example.com', event: 'Paid' },
      { id: '2', email: 'ada@EXAMPLE.com', event: 'Paid' },
    );
    await send(
      { id: '3', phone: '+234 801 234 5678', event: 'Paid' },
      { id: '4', phone: '2348012345678', event: 'Paid' },
    );
    await one.loop.drain();
    const [first, second, third, fourth] = await rows();
    expect([second?.uid, fourth?.uid]).toEqual([first?.uid, third?.uid]);
    expect(await people()).toBe(2);
  });

  it('parks an event of an unknown person when the source is set to park, and processes it on retry', async () => {
    await one.sources.update(workspaceId, sourceId, { unknownPerson: 'park' });
    await send({ id: '1', uid: 'u-1', event: 'Paid' }, { id: '2', event: 'Paid' });
    await one.loop.drain();
    expect(await rows()).toMatchObject([
      { state: 'parked', reason: 'no person matches u-1', event: 'Paid' },
      { state: 'parked', reason: expect.stringMatching(/identifies no person/) },
    ]);
    expect(await people()).toBe(0);
    await one.events.track(workspaceId, 'u-1', { event: 'Hello' });
    expect(await one.received.retryAll(workspaceId, sourceId)).toBe(2);
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    expect(await rows()).toMatchObject([{ state: 'processed' }, { state: 'parked' }]);
    expect(await timeline(db.database, workspaceId, 'u-1')).toEqual(['Hello', 'Paid']);
  });

  it('holds an event that carries only the sender’s id until another event identifies the person', async () => {
    await send({ id: '1', customer: 'cus_1', event: 'Subscribed' });
    await one.loop.drain();
    expect(await rows()).toMatchObject([{ state: 'received', reason: expect.stringMatching(/cus_1/) }]);
    await send({ id: '2', customer: 'cus_1', email: 'ada@example.com', event: 'Registered' });
    await one.loop.drain();
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    const [first, second] = await rows();
    expect(first).toMatchObject({ state: 'processed', uid: second?.uid });
    expect(await people()).toBe(1);
  });

  it('creates or parks after five minutes of waiting for the person', async () => {
    await send({ id: '1', customer: 'cus_1', event: 'Subscribed' });
    await one.loop.drain();
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    const [made] = await rows();
    expect(made).toMatchObject({ state: 'processed', uid: expect.any(String) });
    await one.sources.update(workspaceId, sourceId, { unknownPerson: 'park' });
    await send({ id: '2', customer: 'cus_2', event: 'Subscribed' }, { id: '3', customer: 'cus_1', event: 'Renewed' });
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    expect((await rows()).slice(1)).toMatchObject([{ state: 'parked' }, { state: 'processed', uid: made?.uid }]);
  });

  it('stores an event id once, whether it comes from the API or a source', async () => {
    await one.events.track(workspaceId, 'u-1', { event: 'Paid', event_id: 'e-1' });
    await send({ id: 'e-1', uid: 'u-1', event: 'Paid' }, { id: 'e-2', uid: 'u-1', event: 'Shipped' });
    await one.loop.drain();
    await one.events.track(workspaceId, 'u-1', { event: 'Shipped', event_id: 'e-2' });
    expect(await timeline(db.database, workspaceId, 'u-1')).toEqual(['Paid', 'Shipped']);
  });

  it('leaves out an invalid email with a notice', async () => {
    await send({ id: '1', uid: 'u-1', email: 'not an address', meta: { plan: { name: 'pro', tags: ['a'] } } });
    await one.loop.drain();
    expect(await rows()).toMatchObject([{ state: 'processed', notices: ['the email is invalid and was left out'] }]);
    const [person] = await db.database.query('SELECT meta, email FROM people WHERE workspace_id = $1', [workspaceId]);
    expect(person).toEqual({ email: null, meta: { plan_name: 'pro', plan_tags: '["a"]' } });
  });

  it('accepts only a uid as identification with the key alone', async () => {
    const caller = { workspaceId, level: 'key' as const };
    await one.calls.takeByKey(
      'segment',
      caller,
      { type: 'identify', messageId: '1', traits: { email: 'ada@example.com' } },
      'r',
    );
    await one.calls.takeByKey('segment', caller, { type: 'track', messageId: '2', userId: 'u-1', event: 'Seen' }, 'r');
    await one.loop.drain();
    const byKey = (await one.sources.list(workspaceId)).find((source) => source.byKey);
    expect(await rowsOf(db.database, byKey?.id as string)).toMatchObject([
      { state: 'parked', reason: expect.stringMatching(/identifies no person/) },
      { state: 'processed', uid: 'u-1' },
    ]);
  });

  it('processes other sources while one has an endless mapping', async () => {
    const endless = '($f := function($n) { $f($n + 1) }; $f(0))';
    const slow = await one.sources.add(workspaceId, 'webhook', {}, { mapping: endless });
    await sendTo(slow.id, { id: '1' });
    await send({ id: '1', uid: 'u-1', event: 'Paid' });
    await one.loop.drain();
    expect(await rows()).toMatchObject([{ state: 'processed' }]);
    expect(await rowsOf(db.database, slow.id)).toMatchObject([
      { reason: expect.stringMatching(/did not finish|too deep|stack/i) },
    ]);
  });

  it('refuses an invalid mapping with the position of the error and keeps the settings', async () => {
    const update = one.sources.update(workspaceId, sourceId, {}, { mapping: '{\n  "person": { "uid" uid }\n}' });
    await expect(update).rejects.toThrow(InvalidInputError);
    await expect(update).rejects.toThrow(/settings\.mapping .*line 2, column/);
    expect((await one.sources.find(workspaceId, sourceId)).settings).toEqual({ mapping: MAPPING, eventId: 'id' });
  });

  it('previews the effects of a call and stores nothing', async () => {
    const payload = { id: '1', uid: 'u-1', email: 'x', event: 'Paid', properties: { total: 5 } };
    expect(await one.calls.preview(workspaceId, sourceId, payload)).toMatchObject([
      {
        eventId: '1',
        ignored: null,
        notices: ['the email is invalid and was left out'],
        effects: [{ person: { uid: 'u-1' }, event: { name: 'Paid', properties: { total: 5 } } }],
      },
    ]);
    const other = await one.calls.preview(workspaceId, sourceId, payload, { mapping: '{ "ignore": "never" }' });
    expect(other).toMatchObject([{ ignored: 'never', effects: [] }]);
    expect([await rows(), await people()]).toEqual([[], 0]);
    const many = Array.from({ length: 30 }, (_, index) => ({ id: `e-${index}`, uid: 'u-1' })) as never;
    expect(await one.calls.preview(workspaceId, sourceId, many)).toHaveLength(10);
    const endless = { mapping: '($f := function($n) { $n > 1e9 ? 1 : $f($n + 1) }; $f(0))' };
    await expect(one.calls.preview(workspaceId, sourceId, payload, endless)).rejects.toThrow(MappingError);
  });

  it('shortens a name between characters and records the result', async () => {
    const caller = { workspaceId, level: 'key' as const };
    const traits = { [`${'a'.repeat(39)}😀${'b'.repeat(150)}`]: 1 };
    await one.calls.takeByKey('segment', caller, { type: 'identify', messageId: '1', userId: 'u', traits }, 'r');
    await one.loop.drain();
    const byKey = (await one.sources.list(workspaceId)).find((source) => source.byKey);
    expect(await rowsOf(db.database, byKey?.id as string)).toMatchObject([
      { state: 'processed', notices: [`the attribute ${'a'.repeat(39)}😀 has a name that cannot be stored`] },
    ]);
  });

  it('stores the other results when one cannot be stored, and fails that event', async () => {
    await send({ id: '1' }, { id: '2' }, { id: '3' });
    const held = await one.claims.lease({ workspaceId, sourceId });
    const result = (eventId: string, attempts: number, reason: string) =>
      ({ eventId, state: 'ignored', attempts, reason }) as const;
    const results = [result('1', 1, 'half \ud83d'), result('2', 1_000_000, 'far too often'), result('3', 1, 'NUL \0')];
    expect(await one.claims.settle(held as NonNullable<typeof held>, results)).toBe(3);
    expect(await rows()).toMatchObject([
      { state: 'ignored', reason: 'half \ufffd' },
      { state: 'failed', reason: expect.stringMatching(/cannot be stored/) },
      { state: 'ignored', reason: 'NUL \ufffd' },
    ]);
  });

  it('does not recreate a deleted person from a remembered sender id', async () => {
    await one.sources.update(workspaceId, sourceId, { unknownPerson: 'park' });
    await one.events.track(workspaceId, 'u-1', { event: 'Hello' });
    const remembered = [workspaceId, sourceId, 'cus_1', 'u-1'];
    await db.database.execute(
      'INSERT INTO source_people (workspace_id, source_id, external, uid) VALUES ($1, $2, $3, $4)',
      remembered,
    );
    await send({ id: '1', customer: 'cus_1', event: 'Paid' });
    await one.loop.drain();
    expect(await rows()).toMatchObject([{ state: 'processed', uid: 'u-1' }]);
    await db.database.execute('DELETE FROM people WHERE workspace_id = $1', [workspaceId]);
    await send({ id: '2', customer: 'cus_1', event: 'Paid' });
    await one.loop.drain();
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    expect((await rows())[1]).toMatchObject({ state: 'parked', uid: null });
    expect(await people()).toBe(0);
  });

  it('holds back all later events once, while the person of one is unknown', async () => {
    const evaluate = one.mappings.evaluate.bind(one.mappings);
    let isAway = true;
    jest.spyOn(one.mappings, 'evaluate').mockImplementation((...given) => {
      if (isAway && given[2].event === 'First') return Promise.reject(new UnavailableError());
      return evaluate(...given);
    });
    await send({ id: '1', uid: 'u-1', event: 'First' }, { id: '2', uid: 'u-1', event: 'Second' });
    await one.loop.drain();
    await letTimeStandStill(db.database, sourceId);
    await send({ id: '3', uid: 'u-1', event: 'Third' });
    await one.loop.drain();
    expect(await rows()).toMatchObject([
      { state: 'received', attempts: 1 },
      { state: 'received', attempts: 0, reason: expect.stringMatching(/earlier event/) },
      { state: 'received', attempts: 0 },
    ]);
    isAway = false;
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    expect(await timeline(db.database, workspaceId, 'u-1')).toEqual(['First', 'Second', 'Third']);
  });

  it('processes more held events of a person than fit in one chunk', async () => {
    const track = one.events.track.bind(one.events);
    let isAway = true;
    jest.spyOn(one.events, 'track').mockImplementation((...given) => {
      return isAway ? Promise.reject(new UnavailableError()) : track(...given);
    });
    const names = Array.from({ length: 230 }, (_, index) => `Step ${index}`);
    await send(names.map((event) => ({ id: event, uid: 'u-1', event })));
    await one.loop.drain();
    isAway = false;
    await letTimePass(db.database, sourceId);
    await one.loop.drain();
    expect(await timeline(db.database, workspaceId, 'u-1')).toEqual(names);
  });

  it('blanks an event after 30 days and still recognises it when it is sent again', async () => {
    await send({ id: '1', uid: 'u-1', event: 'Paid' });
    await one.loop.drain();
    const age = (days: number) =>
      db.database.execute("UPDATE source_events SET received_at = now() - $2 * interval '1 day' WHERE source_id = $1", [
        sourceId,
        days,
      ]);
    await age(31);
    const expiry = new ExpiredRows(db.database, sourcesExpiry, createLogger('test', 'silent'));
    await expiry.round();
    const kept = await db.database.query('SELECT event_id, payload, uid FROM source_events WHERE source_id = $1', [
      sourceId,
    ]);
    expect(kept).toEqual([{ event_id: '1', payload: null, uid: null }]);
    expect((await one.received.page(workspaceId, sourceId, { limit: 10 } as never)).rows).toEqual([]);
    await expect(one.received.retry(workspaceId, sourceId, '1')).rejects.toThrow(UnknownSourceEventError);
    await send({ id: '1', uid: 'u-1', event: 'Paid' });
    expect(await one.sources.find(workspaceId, sourceId)).toMatchObject({ accepted: 1, repeated: 1 });
    await age(401);
    await expiry.round();
    expect(await rows()).toEqual([]);
  });
});
