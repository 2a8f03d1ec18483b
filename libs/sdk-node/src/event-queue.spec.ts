import { describe, expect, it, jest } from '@jest/globals';
import { until } from '@dundun/testing';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeOnSignals } from './process-end.js';
import { aClient, eventsIn, refusal, type Seen } from './testing.js';

const names = (seen: Seen[]) => eventsIn(seen).map(({ event }) => event);
const LATER = { headers: { 'Retry-After': '120' } };
const isBatch = ({ url }: Seen) => url.endsWith('/v1/batch');

describe('events.track', () => {
  it('collects events into batches in order, each with an id and its time', async () => {
    const { dundun, seen } = aClient(() => ({ status: 'queued' }), { batch: { size: 10, interval: 60_000 } });
    for (let n = 0; n < 25; n++) void dundun.events.track('ada', { event: `Event ${n}`, value: n });
    expect(await dundun.events.flush()).toBe(0);
    expect(seen.every(isBatch)).toBe(true);
    expect(seen.map(({ body }) => body.data.length)).toEqual([10, 10, 5]);
    expect(names(seen)).toEqual(Array.from({ length: 25 }, (_, n) => `Event ${n}`));
    expect(seen[0]?.body.data[3]).toEqual({
      type: 'event',
      id: 'ada',
      event: 'Event 3',
      value: 3,
      event_id: expect.stringMatching(/^[\w-]{36}$/),
      timestamp: expect.stringMatching(/Z$/),
    });
    expect(new Set(eventsIn(seen).map(({ event_id }) => event_id)).size).toBe(25);
  });

  it('sends when the batch is full or the interval has passed', async () => {
    const many = aClient(() => ({ status: 'queued' }), { batch: { size: 3, interval: 60_000 } });
    for (const event of ['a', 'b', 'c']) void many.dundun.events.track('ada', event);
    await until('the full batch is sent', () => many.seen.length === 1);
    const few = aClient(() => ({ status: 'ok' }), { batch: { interval: 10 } });
    void few.dundun.events.track('ada', 'alone');
    await until('the interval has passed', () => few.seen.length === 1);
    expect(few.seen[0]?.url).toBe('https://dundun.test/v1/users/ada/events');
  });

  it('captures properties when track is called', async () => {
    const { dundun, seen } = aClient(() => ({ status: 'ok' }));
    const properties = { step: 1 };
    void dundun.events.track('ada', { event: 'Seen', properties });
    properties.step = 2;
    await dundun.events.flush();
    expect(seen[0]?.body.properties).toEqual({ step: 1 });
  });

  it('sends events one by one without the secret, in order per person', async () => {
    const { dundun, seen } = aClient(() => ({ status: 'ok' }), { apiSecret: undefined, batch: { size: 50 } });
    for (let n = 0; n < 40; n++) void dundun.events.track(`user ${n % 4}`, `Event ${n}`);
    expect(await dundun.events.flush()).toBe(0);
    expect(seen.some(isBatch)).toBe(false);
    const ofOne = seen.filter(({ url }) => url.includes('/user%201/'));
    expect(names(ofOne)).toEqual(Array.from({ length: 10 }, (_, n) => `Event ${n * 4 + 1}`));
  });

  it('sends events one by one to a service without batches', async () => {
    const { dundun, seen } = aClient((call) => (isBatch(call) ? refusal(404, 'unknown_route') : { status: 'ok' }));
    for (const event of ['a', 'b', 'c']) void dundun.events.track('ada', event);
    expect(await dundun.events.flush()).toBe(0);
    expect(names(seen.filter((call) => !isBatch(call)))).toEqual(['a', 'b', 'c']);
    expect(seen.filter(isBatch)).toHaveLength(1);
  });

  it.each([
    ['away', () => new TypeError('fetch failed')],
    ['failing', () => refusal(500, 'internal_error')],
    ['busy', () => refusal(429, 'rate_limited', { headers: { 'Retry-After': '0.01' } })],
  ])('keeps the events and their ids while the service is %s', async (_, failing) => {
    const { dundun, seen, errors } = aClient((_call, number) => (number < 3 ? failing() : { status: 'queued' }));
    for (const event of ['a', 'b']) void dundun.events.track('ada', event);
    expect(await dundun.events.flush()).toBe(0);
    expect(names(seen)).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    expect(new Set(eventsIn(seen).map(({ event_id }) => event_id)).size).toBe(2);
    expect(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(errors).toHaveLength(2);
  });

  it('keeps events while the credentials are wrong', async () => {
    const { dundun, errors } = aClient(() => refusal(401, 'wrong_credentials'));
    void dundun.events.track('ada', 'kept');
    expect(await dundun.events.flush({ timeout: 50 })).toBe(1);
    expect(errors[0]?.error).toMatchObject({ name: 'AuthenticationError' });
    expect(await dundun.close({ timeout: 1 })).toBe(1);
  });

  it('drops invalid events and no others', async () => {
    const isWrong = (event: string) => event === 'wrong 7' || event === 'wrong 31';
    const { dundun, seen, errors } = aClient((call) =>
      eventsIn([call]).some(({ event }) => isWrong(event)) ? refusal(400, 'malformed_body') : { status: 'queued' },
    );
    const sent = Array.from({ length: 40 }, (_, n) => (n === 7 || n === 31 ? `wrong ${n}` : `right ${n}`));
    for (const event of sent) void dundun.events.track('ada', event);
    expect(await dundun.events.flush()).toBe(0);
    const stored = seen.filter((call) => !eventsIn([call]).some(({ event }) => isWrong(event)));
    expect(names(stored)).toEqual(sent.filter((event) => !isWrong(event)));
    expect(errors.map(({ event }) => event?.event)).toEqual(['wrong 7', 'wrong 31']);
  });

  it.each([400, 403, 413, 422])('keeps an event that a proxy rejects with %i', async (status) => {
    let isThere = false;
    const proxy = () => new Response('<html>', { status });
    const { dundun, seen, errors } = aClient(() => (isThere ? { status: 'ok' } : proxy()));
    void dundun.events.track('ada', 'kept');
    expect(await dundun.events.flush({ timeout: 50 })).toBe(1);
    expect(errors.filter(({ event }) => event)).toEqual([]);
    isThere = true;
    expect(await dundun.events.flush()).toBe(0);
    expect(names(seen)).toEqual(['kept', 'kept']);
  });

  it('splits a batch that is too large for a proxy', async () => {
    const tooMuch = () => new Response('<html>', { status: 413 });
    const { dundun, seen } = aClient((call) => (eventsIn([call]).length > 2 ? tooMuch() : { status: 'queued' }));
    for (const event of ['a', 'b', 'c', 'd']) void dundun.events.track('ada', event);
    expect(await dundun.events.flush()).toBe(0);
    expect(seen.map((call) => names([call]).join(''))).toEqual(['abcd', 'ab', 'cd']);
  });

  it('sends other events when a proxy keeps rejecting one', async () => {
    let isBlocked = true;
    const { dundun, seen } = aClient(
      ({ body }) => (isBlocked && body.event === 'DROP TABLE' ? new Response('no', { status: 403 }) : { status: 'ok' }),
      { apiSecret: undefined, batch: { size: 2, interval: 60_000 } },
    );
    const sent = ['DROP TABLE', 'after it', 'of grace'];
    for (const [n, event] of sent.entries()) void dundun.events.track(n < 2 ? 'ada' : 'grace', event);
    await until('the other event was sent', async () => {
      await dundun.events.flush({ timeout: 1 });
      return names(seen).includes('of grace');
    });
    expect(names(seen)).not.toContain('after it');
    isBlocked = false;
    await until('it was sent', async () => (await dundun.events.flush({ timeout: 1 })) === 0);
    expect(names(seen).slice(-2)).toEqual(['DROP TABLE', 'after it']);
  });

  it("does not accept an answer that is not the service's", async () => {
    let isPortal = true;
    const { dundun, seen } = aClient(() => (isPortal ? Response.json({ please: 'log in' }) : { status: 'ok' }));
    void dundun.events.track('ada', 'kept');
    expect(await dundun.events.flush({ timeout: 50 })).toBe(1);
    isPortal = false;
    expect(await dundun.events.flush()).toBe(0);
    expect(names(seen)).toEqual(['kept', 'kept']);
  });

  it('sends the fields of an event and no others', async () => {
    const { dundun, seen } = aClient(() => ({ status: 'queued' }));
    for (const event of ['a', 'b'])
      void dundun.events.track('ada', { event, type: 'create', id: 'grace', email: 'x' } as never);
    await dundun.events.flush();
    expect(seen[0]?.body.data).toMatchObject([
      { type: 'event', id: 'ada', event: 'a' },
      { type: 'event', event: 'b' },
    ]);
    expect(Object.keys(seen[0]?.body.data[0]).sort()).toEqual(['event', 'event_id', 'id', 'timestamp', 'type']);
  });

  it('applies back-pressure when the queue is full, and sends everything in the end', async () => {
    let isAway = true;
    const { dundun, seen } = aClient(() => (isAway ? new TypeError('away') : { status: 'queued' }), {
      batch: { limit: 5, size: 5 },
    });
    for (let n = 0; n < 5; n++) await dundun.events.track('ada', `Event ${n}`);
    let isTaken = false;
    const sixth = dundun.events.track('ada', 'Event 5').then(() => (isTaken = true));
    await until('the service was called', () => seen.length > 0);
    expect(isTaken).toBe(false);
    expect(dundun.events.pending).toBe(6);
    isAway = false;
    await sixth;
    expect(await dundun.events.flush()).toBe(0);
    expect(new Set(names(seen)).size).toBe(6);
  });

  it('refuses, without an unhandled rejection, when track is not awaited and no room is left', async () => {
    const { dundun, errors } = aClient(() => new TypeError('away'), { batch: { limit: 2 } });
    for (let n = 0; n < 4; n++) void dundun.events.track('ada', `Event ${n}`);
    await expect(dundun.events.track('ada', 'one too many')).rejects.toMatchObject({ name: 'QueueFullError' });
    expect(errors.at(-1)?.event).toMatchObject({ id: 'ada', event: 'one too many' });
    expect(await dundun.close({ timeout: 1 })).toBe(4);
    await expect(dundun.events.track('ada', 'too late')).rejects.toThrow('closed');
  });

  it('limits the events that wait for room in memory, even with a spool', async () => {
    const { dundun } = aClient(() => new TypeError('away'), { batch: { limit: 10_001, interval: 60_000 } });
    for (let n = 0; n < 20_001; n++) void dundun.events.track('ada', 'Seen');
    await expect(dundun.events.track('ada', 'one too many')).rejects.toMatchObject({ name: 'QueueFullError' });
    expect(await dundun.close({ timeout: 1 })).toBe(20_001);
  });

  it.each<[string, string, unknown]>([
    ['text that is not Unicode', 'ada', 'half \ud83d'],
    ['invalid properties', 'ada', { event: 'Seen', properties: ['a'] }],
    ['a property without a name', 'ada', { event: 'Seen', properties: { '': 1 } }],
    ['a long property name', 'ada', { event: 'Seen', properties: { ['é'.repeat(76)]: 1 } }],
    ['a zero byte in a property', 'ada', { event: 'Seen', properties: { a: ['\0'] } }],
    ['deeply nested properties', 'ada', { event: 'Seen', properties: { a: { b: { c: { d: { e: {} } } } } } }],
    ['an object as value', 'ada', { event: 'Seen', value: {} }],
    [
      'too many properties',
      'ada',
      { event: 'Seen', properties: Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`name ${n}`, n])) },
    ],
    ['no uid', '', 'Seen'],
    ['a long uid', 'x'.repeat(256), 'Seen'],
    ['a dot as uid', '.', 'Seen'],
    ['no name', 'ada', ''],
    ['a long name', 'ada', '👋'.repeat(256)],
    ['an invalid name', 'ada', { event: 7 }],
    ['an empty event_id', 'ada', { event: 'Seen', event_id: '' }],
    ['an impossible date', 'ada', { event: 'Seen', timestamp: new Date('no') }],
    ['too large an event', 'ada', { event: 'Seen', properties: { text: 'x'.repeat(100_000) } }],
    ['a circle', 'ada', { event: 'Seen', properties: Object.assign({}, { self: null }) }],
  ])('throws at the call for %s', (_, uid, event) => {
    if (_ === 'a circle') {
      const { properties } = event as { properties: Record<string, unknown> };
      properties.self = properties;
    }
    const { dundun } = aClient(() => ({ status: 'ok' }));
    expect(() => dundun.events.track(uid, event as never)).toThrow(TypeError);
    expect(dundun.events.pending).toBe(0);
  });

  it('accepts properties of the maximum size', () => {
    const { dundun } = aClient(() => ({ status: 'ok' }));
    const names300 = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n} `.padEnd(150, 'x'), new Date()]));
    for (const properties of [names300, { a: { b: { c: { d: { e: 'x' } } } } }, { a: undefined, b: null }])
      void dundun.events.track('ada', { event: 'Seen', properties });
    expect(dundun.events.pending).toBe(3);
  });

  it('reports a refused event even if it cannot be stored', async () => {
    const spool = mkdtempSync(join(tmpdir(), 'dundun-spool-'));
    mkdirSync(join(spool, 'rejected.ndjson'));
    const { dundun, errors } = aClient(() => refusal(400, 'invalid_input'), { spool });
    void dundun.events.track('ada', 'wrong');
    expect(await dundun.close()).toBe(0);
    expect(errors).toMatchObject([
      { error: { code: 'EISDIR' } },
      { error: { status: 400 }, event: { event: 'wrong' } },
    ]);
    rmSync(spool, { recursive: true });
  });

  it('survives a listener that throws', async () => {
    const onError = () => {
      throw new Error('a mistake of the listener');
    };
    const { dundun } = aClient((_call, number) => (number === 1 ? new TypeError('away') : { status: 'ok' }), {
      onError,
    });
    void dundun.events.track('ada', 'Seen');
    expect(await dundun.events.flush()).toBe(0);
  });
});

describe('flush', () => {
  it('retries once on flush, whatever the wait was', async () => {
    let isAway = true;
    const { dundun } = aClient(() => (isAway ? refusal(503, 'unavailable', LATER) : { status: 'ok' }));
    void dundun.events.track('ada', 'Seen');
    expect(await dundun.events.flush({ timeout: 50 })).toBe(1);
    isAway = false;
    expect(await dundun.events.flush()).toBe(0);
  });
});

describe('a signal', () => {
  it('ends the process after the last client has closed, even if one fails', async () => {
    const killed = jest.spyOn(process, 'kill').mockReturnValue(true);
    const others = process.listeners('SIGHUP');
    process.removeAllListeners('SIGHUP');
    let arrive = () => {};
    const slow = { close: () => new Promise<void>((resolve) => (arrive = resolve)) };
    const failing = { close: () => Promise.reject(new Error('the disk')) };
    const quick = aClient(() => ({ status: 'ok' }), { closeOn: ['SIGHUP'] });
    void quick.dundun.events.track('ada', 'Seen');
    closeOnSignals(slow, ['SIGHUP']);
    closeOnSignals(failing, ['SIGHUP']);
    process.emit('SIGHUP');
    await until('the fast client is closed', () => quick.seen.length === 1 && quick.dundun.events.pending === 0);
    await quick.dundun.close();
    expect(killed).not.toHaveBeenCalled();
    arrive();
    await until('the signal is raised again', () => killed.mock.calls.length > 0);
    expect(killed.mock.calls).toEqual([[process.pid, 'SIGHUP']]);
    killed.mockRestore();
    for (const other of others) process.on('SIGHUP', other);
  });
});

describe('close', () => {
  it('tries once more at once, whatever the wait for the next try was', async () => {
    let isAway = true;
    const { dundun, seen } = aClient(() => (isAway ? refusal(503, 'unavailable', LATER) : { status: 'ok' }));
    void dundun.events.track('ada', 'Seen');
    expect(await dundun.events.flush({ timeout: 50 })).toBe(1);
    isAway = false;
    expect(await dundun.close()).toBe(0);
    expect(names(seen)).toEqual(['Seen', 'Seen']);
  });
});
