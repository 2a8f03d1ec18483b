import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { until } from '@dundun/testing';
import { aPage, anAsyncStorage, FakeStorage, refusal, someLocks, taken, type Answering } from './testing.js';

const AWAY = new TypeError('Failed to fetch');
const names = (sent: { body: { event?: string } }[]) => sent.map(({ body }) => body.event);

describe('the queue', () => {
  let page: ReturnType<typeof aPage>;
  const visit = (answering?: Answering, has = {}) => (page = aPage(answering, has));
  afterEach(() => page.leave());

  it('keeps a call that the storage failed to read once', async () => {
    const localStorage = FakeStorage.of();
    const first = visit(() => AWAY, { localStorage });
    first.open().track('Kept');
    first.leave();
    const { sent, open } = visit(taken, { localStorage });
    const getItem = jest.spyOn(localStorage, 'getItem');
    const client = open();
    getItem.mockImplementation(() => {
      throw new Error('the disk is busy');
    });
    await client.flush();
    expect(sent).toEqual([]);
    getItem.mockRestore();
    await client.flush();
    expect(names(sent)).toEqual(['Kept']);
  });

  it('drops an event that is too large, or that a proxy finds too large, and continues', async () => {
    const { sent, open, errors } = visit(({ body }) =>
      body.event === 'Too large' ? new Response('<html>', { status: 413 }) : taken(),
    );
    const client = open();
    client.track('Huge', { text: 'é'.repeat(50_000) });
    client.identify('ada', { text: 'x'.repeat(100_000) });
    expect(errors).toMatchObject([{ name: 'RangeError' }, { name: 'RangeError' }]);
    client.track('Too large');
    client.track('Right');
    await client.flush();
    expect(names(sent)).toEqual(['Too large', 'Right']);
    expect(errors[2]).toMatchObject({ status: 413 });
  });

  it('drops the oldest call that is not in flight and reports it', async () => {
    let answer: (response: Response) => void = () => {};
    const { sent, open, errors } = visit((_sent, number) =>
      number > 1 ? taken() : new Promise<Response>((resolve) => (answer = resolve)),
    );
    const client = open({ limit: 2 });
    client.track('First');
    const flushed = client.flush();
    await until('the first is in flight', () => sent.length === 1);
    client.track('Second');
    client.track('Third');
    expect(errors).toMatchObject([{ code: 'too_many_waiting' }]);
    answer(refusal(503, 'unavailable', { 'Retry-After': '0.01' }));
    await flushed;
    await until('the rest is sent', () => sent.length === 3);
    expect(names(sent)).toEqual(['First', 'First', 'Third']);
  });

  it('waits as long as the service asks, up to five minutes', async () => {
    jest.useFakeTimers();
    try {
      let isAway = true;
      const away = () => refusal(503, 'unavailable', { 'Retry-After': '86400' });
      const { sent, open, happens } = visit(() => (isAway ? away() : taken()), {
        localStorage: FakeStorage.of(),
        navigator: { locks: someLocks() },
      });
      const client = open();
      client.track('Kept');
      // Added while the call is in flight: it waits, too.
      const flushed = client.flush();
      client.track('Later');
      await jest.advanceTimersByTimeAsync(100);
      await flushed;
      expect(sent).toHaveLength(1);
      happens('pagehide');
      await jest.advanceTimersByTimeAsync(200_000);
      expect(sent).toHaveLength(1);
      isAway = false;
      await jest.advanceTimersByTimeAsync(110_000);
      expect(names(sent)).toEqual(['Kept', 'Kept', 'Later']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('counts one failure when calls sent together on page hide fail', async () => {
    jest.useFakeTimers();
    try {
      const { sent, open, happens } = visit(() => AWAY, {
        localStorage: FakeStorage.of(),
        navigator: { locks: someLocks() },
      });
      const client = open();
      await client.flush();
      for (let n = 0; n < 20; n++) client.track(`Event ${n}`);
      happens('pagehide');
      expect(sent).toHaveLength(20);
      await jest.advanceTimersByTimeAsync(300);
      const tried = sent.length;
      await jest.advanceTimersByTimeAsync(5_000);
      expect(sent.length).toBeGreaterThan(tried);
    } finally {
      jest.useRealTimers();
    }
  });

  it('keeps calls in memory only when consent returns to pending', async () => {
    let isAway = true;
    const { sent, open } = visit(() => (isAway ? AWAY : taken()));
    const client = open();
    client.track('Kept');
    await client.flush();
    client.setConsent('pending');
    isAway = false;
    await client.flush();
    expect(sent).toHaveLength(1);
    client.setConsent('granted');
    await until('it is sent', () => sent.length === 2);
    expect(names(sent)).toEqual(['Kept', 'Kept']);
  });

  it('removes what was being stored when consent is denied', async () => {
    const storage = anAsyncStorage();
    const write = storage.setItem;
    const written: Promise<unknown>[] = [];
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    storage.setItem = (key, value) => {
      const done = gate.then(() => write(key, value));
      written.push(done);
      return done;
    };
    const { open } = visit(taken);
    const client = open({ storage });
    await until('it is open', () => client.id());
    client.track('Forgotten');
    client.setConsent('denied');
    release();
    expect(written.length).toBeGreaterThan(1);
    await Promise.all(written);
    await until('nothing is left', () => storage.entries.size === 0);
  });
});
