import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TooManySourcesError, UnknownHookError, UnreadableHookError, WrongSignatureError } from '@dundun/domain';
import { CannotOpenError, Seal } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { Mappings } from '../mapping/mappings.service.js';
import { Sources } from './sources.repository.js';
import { aCall, signature } from '../adapters/testing-adapters.js';
import { aProcess, entities, rowsOf, type SourceProcess } from '../testing.js';

const SECRET = 'a shared secret';
const sha1 = { algorithm: 'sha1', encoding: 'hex', secret: SECRET } as const;
const track = (fields: object = {}) => ({ type: 'track', messageId: 'm-1', userId: 'u-1', event: 'Paid', ...fields });

describe('source intake', () => {
  const db = useDatabase(entities);
  let one: SourceProcess;
  let two: SourceProcess;
  let workspaceId: number;
  let sourceId: string;
  let token: string;

  beforeAll(async () => {
    one = await aProcess(db.config);
    two = await aProcess(db.config);
  });
  afterAll(() => Promise.all([one.context.close(), two.context.close()]));
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    ({ id: sourceId } = await one.sources.add(workspaceId, 'segment', { name: 'Shop' }, { sharedSecret: SECRET }));
    token = tokenOf(sourceId);
  });

  const tokenOf = (id: string) => one.hooks.url({ workspaceId, sourceId: id }).split('/').pop() as string;
  const signed = (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return aCall(text, { 'x-signature': signature(sha1, text) });
  };
  const counts = async () => {
    const { accepted, repeated, refused, refusal } = await one.sources.find(workspaceId, sourceId);
    return { accepted, repeated, refused, refusal };
  };

  it('stores an event once when it arrives concurrently in several processes', async () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      (index % 2 ? one : two).calls.take(token, signed(track()), `req-${index}`),
    );
    await Promise.all(many);
    expect(await rowsOf(db.database, sourceId)).toMatchObject([{ event_id: 'm-1', state: 'received', attempts: 0 }]);
    expect(await counts()).toEqual({ accepted: 1, repeated: 99, refused: 0, refusal: null });
  });

  it('stores events of many sources in two processes without a deadlock', async () => {
    const ids = await Promise.all(
      [1, 2, 3, 4].map(() => one.sources.add(workspaceId, 'segment', {}, { sharedSecret: SECRET })),
    );
    const tokens = ids.map(({ id }) => tokenOf(id));
    const calls = Array.from({ length: 200 }, (_, index) => {
      const process = index % 2 ? one : two;
      return process.calls.take(tokens[index % 4] as string, signed(track({ messageId: `m-${index % 50}` })), 'req');
    });
    await Promise.all(calls);
    const stored = await Promise.all(ids.map(({ id }) => rowsOf(db.database, id)));
    expect(stored.flat()).toHaveLength(100);
  });

  it('keeps the first of two events with one id in a call', async () => {
    await one.calls.take(token, signed([track({ event: 'First' }), track({ event: 'Second' })]), 'req');
    const [row] = await db.database.query<{ name: string }>(
      "SELECT payload->>'event' AS name FROM source_events WHERE source_id = $1",
      [sourceId],
    );
    expect(row).toEqual({ name: 'First' });
    expect(await counts()).toMatchObject({ accepted: 1, repeated: 1 });
  });

  it('counts refused calls with the last reason and stores nothing', async () => {
    const call = aCall(track(), { 'x-signature': 'f'.repeat(40) });
    await expect(one.calls.take(token, call, 'req')).rejects.toThrow(WrongSignatureError);
    await expect(one.calls.take(token, aCall(track()), 'req')).rejects.toThrow(WrongSignatureError);
    expect(await counts()).toEqual({ accepted: 0, repeated: 0, refused: 2, refusal: expect.stringMatching(/missing/) });
    expect(await rowsOf(db.database, sourceId)).toEqual([]);
  });

  it.each([
    ['a token with the signature of another workspace', (right: string) => right.replace(/^\d+/, '999')],
    ['a truncated token', (right: string) => right.slice(0, -1)],
    ['no token', () => 'x'],
  ])('answers 404 for %s', async (_, change) => {
    await expect(one.calls.take(change(token), signed(track()), 'req')).rejects.toThrow(UnknownHookError);
  });

  it('answers 404 for a disabled source', async () => {
    await one.sources.update(workspaceId, sourceId, { enabled: false });
    await expect(one.calls.take(token, signed(track()), 'req')).rejects.toThrow(UnknownHookError);
    await one.sources.update(workspaceId, sourceId, { enabled: true });
    await one.calls.take(token, signed(track()), 'req');
    expect(await rowsOf(db.database, sourceId)).toHaveLength(1);
  });

  it('deletes the received events of a removed source', async () => {
    await one.calls.take(token, signed(track()), 'req');
    await one.sources.remove(workspaceId, sourceId);
    await expect(one.calls.take(token, signed(track()), 'req')).rejects.toThrow(UnknownHookError);
    expect(await rowsOf(db.database, sourceId)).toEqual([]);
  });

  it('sanitizes unstorable text and stores the other events of the call', async () => {
    const hostile = [
      '{"type":"track","messageId":"nul","userId":"u","event":"a\\u0000b","properties":{"x\\u0000":"\\ud800"}}',
      '{"type":"track","messageId":"huge","userId":"u","event":"e","properties":{"n":1e400,"__proto__":{"a":1}}}',
    ];
    const ordinary = Array.from({ length: 20 }, (_, index) => JSON.stringify(track({ messageId: `ok-${index}` })));
    await Promise.all([...hostile, ...ordinary].map((text) => one.calls.take(token, signed(text), 'req')));
    const stored = await db.database.query<{ event_id: string; payload: unknown }>(
      "SELECT event_id, payload FROM source_events WHERE source_id = $1 AND event_id IN ('nul', 'huge') ORDER BY 1 DESC",
      [sourceId],
    );
    expect(stored.map(({ payload }) => payload)).toMatchObject([
      { event: 'a\ufffdb', properties: { 'x\ufffd': '\ufffd' } },
      { properties: { n: null } },
    ]);
    expect(await counts()).toMatchObject({ accepted: 22 });
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['truncated JSON', '{"type":"track"'],
    ['a number', '5'],
    ['null', 'null'],
    ['an object that is not a call', '{"hello":1}'],
    ['a list with a number in it', '[{"type":"track"},5]'],
    ['deeply nested lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deeply nested objects', `{"type":"track","properties":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ])('refuses %s as unreadable', async (_, body) => {
    const bytes = Buffer.from(body);
    const call = { body: bytes, headers: { 'x-signature': bytesSignature(bytes) } };
    await expect(one.calls.take(token, call, 'req')).rejects.toThrow(UnreadableHookError);
  });
  const bytesSignature = (bytes: Buffer) => signature(sha1, bytes as unknown as string);

  it('reseals secrets under a new SECRET_KEY', async () => {
    const next = 'cd'.repeat(32);
    const mappings = new Mappings();
    const under = (...keys: string[]) => new Sources(db.database, new Seal(keys), mappings);
    await expect(under(next).open(workspaceId, sourceId)).rejects.toThrow(CannotOpenError);
    expect(await under(next, db.config.SECRET_KEY).rotate()).toBeGreaterThan(0);
    expect(await under(next).open(workspaceId, sourceId)).toMatchObject({ settings: { sharedSecret: SECRET } });
  });

  it('refuses a call with more than 1,000 events', async () => {
    const { id } = await one.sources.add(workspaceId, 'posthog', {});
    const events = Array.from({ length: 1_001 }, (_, index) => ({ uuid: `e-${index}`, event: 'Seen' }));
    await expect(one.calls.take(tokenOf(id), aCall(events), 'req')).rejects.toThrow(UnreadableHookError);
    const calls = events.map((_, index) => track({ messageId: `m-${index}` }));
    await expect(one.calls.take(token, signed({ batch: calls }), 'req')).rejects.toThrow(UnreadableHookError);
    await one.calls.take(tokenOf(id), aCall(events.slice(1)), 'req');
    expect(await rowsOf(db.database, id)).toHaveLength(1_000);
  });

  it('keeps the settings of two concurrent changes', async () => {
    const { id } = await one.sources.add(workspaceId, 'posthog', {});
    for (let round = 0; round < 5; round += 1) {
      const [header, secret] = [`X-Round-${round}`, `sixteen letters ${round}`];
      await Promise.all([
        one.sources.update(workspaceId, id, {}, { header }),
        two.sources.update(workspaceId, id, {}, { secret }),
      ]);
      expect((await one.sources.open(workspaceId, id))?.settings).toEqual({ header, secret });
    }
  });

  it('refuses the 501st source of a workspace', async () => {
    await db.database.execute(
      `INSERT INTO sources (workspace_id, id, kind, name)
       SELECT $1, gen_random_uuid(), 'segment', 'x' FROM generate_series(1, 499)`,
      [workspaceId],
    );
    await expect(one.sources.add(workspaceId, 'segment', {})).rejects.toThrow(TooManySourcesError);
  });

  it('creates one source for concurrent first calls with API credentials', async () => {
    const caller = { workspaceId, level: 'key' as const };
    const many = Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? one : two).calls.takeByKey('segment', caller, track({ messageId: `k-${index}` }), 'req'),
    );
    await Promise.all(many);
    const all = (await one.sources.list(workspaceId)).filter(({ byKey }) => byKey);
    expect(all).toMatchObject([{ kind: 'segment', accepted: 30 }]);
  });
});
