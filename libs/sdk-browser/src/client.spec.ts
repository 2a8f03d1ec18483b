import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { until } from '@dundun/testing';
import { init } from './index.js';
import { aPage, anAsyncStorage, FakeStorage, refusal, someLocks, taken, type Answering } from './testing.js';

const AWAY = new TypeError('Failed to fetch');
const names = (sent: { body: { event?: string } }[]) => sent.map(({ body }) => body.event);

describe('the client', () => {
  let page: ReturnType<typeof aPage>;
  const visit = (answering?: Answering, has = {}) => (page = aPage(answering, has));
  afterEach(() => page.leave());

  const places = {
    'a page with locks': () => ({ localStorage: FakeStorage.of(), navigator: { locks: someLocks() } }),
    'a page without locks': () => ({ localStorage: FakeStorage.of() }),
    'a page without a storage': () => ({}),
  };

  describe.each(Object.entries(places))('on %s', (_, has) => {
    it('sends events in order, with an id, their time and the key only', async () => {
      const { sent, open } = visit(taken, has());
      const client = open();
      client.track('Opened');
      client.track('Rated', 5);
      client.track('Order placed', { sku: 'A-1' });
      await client.flush();
      await until('all have arrived', () => sent.length === 3);
      expect(sent.map(({ body }) => body)).toEqual([
        { event: 'Opened', event_id: expect.stringMatching(/^\w{32}$/), timestamp: expect.stringMatching(/Z$/) },
        expect.objectContaining({ event: 'Rated', value: 5 }),
        expect.objectContaining({ event: 'Order placed', properties: { sku: 'A-1' } }),
      ]);
      expect(sent[0]?.path).toBe(`/v1/users/${client.id()}/events`);
      expect(client.id()).toMatch(/^anonymous-\w{32}$/);
      expect(sent[0]?.headers.Authorization).toBe(`Basic ${btoa('dk_test:')}`);
      expect(sent[0]?.keepalive).toBe(true);
    });

    it('assigns events to the identified user until reset', async () => {
      const { sent, open } = visit(taken, has());
      const client = open();
      const anonymous = client.id();
      client.identify('ada', { first_name: 'Ada', email: 'ada@example.com', plan: 'pro' });
      client.identify('ada');
      client.track('Opened');
      await client.flush();
      await until('all have arrived', () => sent.length === 2);
      expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
        ['PUT', '/v1/users/ada', { first_name: 'Ada', email: 'ada@example.com', meta: { plan: 'pro' } }],
        ['POST', '/v1/users/ada/events', expect.objectContaining({ event: 'Opened' })],
      ]);
      client.reset();
      expect(client.id()).toMatch(/^anonymous-/);
      expect(client.id()).not.toBe(anonymous);
    });

    it('sends the signature of the identified user with every call, until another user or reset', async () => {
      const { sent, open } = visit(taken, has());
      const client = open();
      const signature = 'a5'.repeat(32);
      client.track('Before');
      client.identify('ada', { plan: 'pro' }, signature);
      client.track('Opened');
      client.identify('ada', { plan: 'team' });
      client.identify('grace', { plan: 'free' });
      client.identify('ada', {}, signature);
      client.reset();
      client.track('After');
      await client.flush();
      await until('all have arrived', () => sent.length === 6);
      const shown = sent.map(({ path, headers }) => [path.split('/')[3]?.split('-')[0], headers['Dundun-Identity']]);
      expect(shown).toEqual([
        ['anonymous', undefined],
        ['ada', signature],
        ['ada', signature],
        ['ada', signature],
        ['grace', undefined],
        ['anonymous', undefined],
      ]);
    });

    it.each([
      ['the network is down', () => AWAY],
      ['the service fails', () => refusal(503, 'unavailable', { 'Retry-After': '0.01' })],
      ['the rate limit is exceeded', () => refusal(429, 'rate_limited', { 'Retry-After': '0.01' })],
      ["the answer is not the service's", () => Response.json({ status: 'ok' })],
      ['a proxy answers with a page', () => new Response('<html>', { status: 404 })],
    ])('keeps an event while %s', async (_case, failing) => {
      let isFailing = true;
      const { sent, open, happens } = visit(() => (isFailing ? failing() : taken()), has());
      const client = open();
      client.track('Kept');
      await client.flush();
      isFailing = false;
      happens('online');
      await until('it has arrived', () => sent.length >= 2);
      await client.flush();
      expect(new Set(sent.map(({ body }) => body.event_id)).size).toBe(1);
      const count = sent.length;
      await client.flush();
      expect(sent).toHaveLength(count);
    });

    it('drops a refused event and reports it', async () => {
      const { sent, open, errors } = visit(
        ({ body }) => (body.event === '' ? refusal(400, 'invalid_input') : taken()),
        has(),
      );
      const client = open();
      client.track('');
      client.track('Right');
      await client.flush();
      await until('both were sent', () => sent.length === 2);
      expect(errors).toMatchObject([{ status: 400, code: 'invalid_input' }]);
    });

    it('sends what it can when the page is hidden, without waiting', async () => {
      let answer = () => {};
      const hanging = new Promise<Response>((resolve) => (answer = () => resolve(taken())));
      const { sent, open, happens } = visit(() => hanging, has());
      const client = open();
      const text = 'x'.repeat(5_000);
      for (let n = 0; n < 10; n++) client.track(`Event ${n}`, { text });
      happens('pagehide');
      expect(sent.length).toBeGreaterThan(1);
      expect(sent.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0)).toBeLessThan(64 * 1024);
      expect(sent.every(({ keepalive }) => keepalive)).toBe(true);
      const count = sent.length;
      happens('pagehide');
      expect(sent).toHaveLength(count);
      answer();
    });
  });

  it('sends on the next page what the last one could not', async () => {
    const localStorage = FakeStorage.of();
    const first = visit(() => AWAY, { localStorage });
    const client = first.open();
    for (let n = 0; n < 5; n++) client.track(`Event ${n}`);
    await client.flush();
    const uid = client.id();
    first.leave();

    const second = visit(taken, { localStorage });
    const next = second.open();
    expect(next.id()).toBe(uid);
    await next.flush();
    await until('all have arrived', () => second.sent.length === 5);
    expect(names(second.sent)).toEqual([0, 1, 2, 3, 4].map((n) => `Event ${n}`));
    expect(Object.keys(localStorage).filter((key) => key.includes('.q.'))).toEqual([]);
  });

  it.each([['with locks'], ['with a lease']])('sends the events of several tabs once, %s', async (how) => {
    const has = {
      localStorage: FakeStorage.of(),
      ...(how === 'with locks' ? { navigator: { locks: someLocks() } } : {}),
    };
    const slowly = () => new Promise<Response>((resolve) => setTimeout(() => resolve(taken()), 3));
    const { sent, open } = visit(slowly, has);
    const tabs = [open(), open(), open()];
    for (let n = 0; n < 30; n++) tabs[n % 3]?.track(`Event ${n}`);
    await Promise.all(tabs.map((tab) => tab.flush()));
    await until('all have arrived', () => sent.length >= 30);
    await Promise.all(tabs.map((tab) => tab.flush()));
    expect(sent).toHaveLength(30);
    expect(new Set(tabs.map((tab) => tab.id())).size).toBe(1);
    tabs[0]?.identify('ada');
    expect(tabs.map((tab) => tab.id())).toEqual(['ada', 'ada', 'ada']);
  });

  describe('consent', () => {
    it('stores and sends nothing before consent, and everything after it', async () => {
      const localStorage = FakeStorage.of();
      const { sent, open, happens } = visit(taken, { localStorage });
      const client = open({ consent: 'pending' });
      client.track('Opened');
      client.identify('ada', { plan: 'pro' });
      client.page();
      await client.flush();
      for (const name of ['pagehide', 'online', 'pageshow', 'visibilitychange']) happens(name);
      expect(Object.keys(localStorage)).toEqual([]);
      expect([sent.length, client.id()]).toEqual([0, undefined]);
      client.setConsent('granted');
      await client.flush();
      await until('all have arrived', () => sent.length === 3);
      expect(sent.map(({ path }) => path.replace(/anonymous-\w+/, 'anonymous'))).toEqual([
        '/v1/users/anonymous/events',
        '/v1/users/ada',
        '/v1/users/ada/events',
      ]);
    });

    it('removes all of its own data on denied, and no other', async () => {
      const localStorage = FakeStorage.of({ theirs: 'kept', 'dundun.dk_test.q.0': '{}' });
      const { sent, open } = visit(() => AWAY, { localStorage });
      const client = open();
      client.track('Opened');
      await client.flush();
      const before = sent.length;
      client.setConsent('denied');
      client.track('Ignored');
      client.identify('ada');
      await client.flush();
      expect(Object.keys(localStorage)).toEqual(['theirs']);
      expect(sent).toHaveLength(before);
      client.setConsent('granted');
      await client.flush();
      expect(sent).toHaveLength(before);
    });

    it('stops sending on denied', async () => {
      let answer: (response: Response) => void = () => {};
      const { sent, open } = visit(() => new Promise<Response>((resolve) => (answer = resolve)), {
        localStorage: FakeStorage.of(),
      });
      const client = open();
      client.track('First');
      client.track('Second');
      const flushed = client.flush();
      await until('the first is in flight', () => sent.length === 1);
      client.setConsent('denied');
      answer(taken());
      await flushed;
      expect(sent).toHaveLength(1);
    });
  });

  describe('never throws into the page', () => {
    const throwing = (error: Error) => () => {
      throw error;
    };
    const forbidden = new Error('The operation is insecure.');

    it('when storage is forbidden', async () => {
      visit(taken);
      Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: throwing(forbidden) });
      const client = page.open();
      client.track('Opened');
      client.identify('ada');
      await client.flush();
      await until('it has arrived', () => page.sent.length === 1);
      expect(client.id()).toBe('ada');
      client.setConsent('denied');
    });

    it('when every storage operation fails', async () => {
      const fail = throwing(forbidden);
      const localStorage = { getItem: fail, setItem: fail, removeItem: fail };
      const { sent, open } = visit(taken, { localStorage });
      const client = open();
      client.track('Opened');
      await client.flush();
      expect(names(sent)).toEqual(['Opened']);
    });

    it('when the storage is full', async () => {
      const localStorage = FakeStorage.of();
      localStorage.setItem = throwing(new Error('QuotaExceededError'));
      const { sent, open } = visit(taken, { localStorage });
      const client = open();
      for (let n = 0; n < 3; n++) client.track(`Event ${n}`);
      await client.flush();
      await until('all have arrived', () => sent.length === 3);
    });

    it('when the storage contains garbage, which it removes', async () => {
      const localStorage = FakeStorage.of({
        'dundun.dk_test.id': '%E0%A4%A',
        'dundun.dk_test.lock': 'garbage',
        'dundun.dk_test.q.1': 'no json',
        'dundun.dk_test.q.2': 'null',
        'dundun.dk_test.q.3': '{"method":"DELETE","path":"/v1/users/ada","body":"{}"}',
        'dundun.dk_test.q.4': '{"method":"POST","path":"https://evil.example/","body":"{}"}',
        'dundun.dk_test.q.5': '{"method":"POST","path":"/v1/users/ada/events","body":7}',
      });
      const { sent, open } = visit(taken, { localStorage });
      const client = open();
      client.track('Opened');
      await client.flush();
      await until('it has arrived', () => sent.length === 1);
      expect(names(sent)).toEqual(['Opened']);
      expect(Object.keys(localStorage).filter((key) => key.includes('.q.'))).toEqual([]);
    });

    it('with a huge queue, of which the oldest events are dropped', async () => {
      let isAway = true;
      const { sent, open } = visit(() => (isAway ? AWAY : taken()), { localStorage: FakeStorage.of() });
      const client = open({ limit: 50 });
      for (let n = 0; n < 2_000; n++) client.track(`Event ${n}`);
      await client.flush();
      isAway = false;
      sent.length = 0;
      await client.flush();
      await until('the rest has arrived', () => sent.length === 50);
      expect([names(sent)[0], names(sent)[49]]).toEqual(['Event 1950', 'Event 1999']);
    });

    it('on invalid calls', () => {
      const { open, errors } = visit(taken);
      const client = open();
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      client.track('Circle', circle);
      client.identify('ada', circle);
      client.identify('');
      client.identify('..');
      client.identify(undefined as never);
      client.track(Symbol('x') as never);
      client.setConsent('what' as never);
      expect(errors.length).toBeGreaterThan(3);
      expect(() => open({ onError: throwing(forbidden) as never }).identify('')).not.toThrow();
    });

    it('with invalid options', async () => {
      const complained = jest.spyOn(console, 'error').mockImplementation(() => {});
      const { sent } = visit(taken);
      for (const options of [undefined, {}, { key: 'dk_test' }, { key: 7, baseUrl: 'https://dundun.test' }]) {
        const client = init(options as never);
        client.setConsent('granted');
        client.track('Opened');
        await client.flush();
      }
      expect(sent).toEqual([]);
      expect(complained).toHaveBeenCalledTimes(4);
      complained.mockRestore();
    });
  });

  describe('in React Native', () => {
    it('needs neither window, document, localStorage nor crypto, and uses the given storage', async () => {
      const storage = anAsyncStorage();
      const crypto = Object.getOwnPropertyDescriptor(globalThis, 'crypto') as PropertyDescriptor;
      const btoa = Object.getOwnPropertyDescriptor(globalThis, 'btoa') as PropertyDescriptor;
      let isAway = true;
      const { sent, open } = visit(() => (isAway ? AWAY : taken()), { addEventListener: undefined });
      for (const name of ['crypto', 'btoa', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
      try {
        const first = open({ storage });
        first.track('Opened');
        first.track('Read', 3);
        await until(
          'both are stored',
          () => [...storage.entries.keys()].filter((key) => key.includes('.q.')).length === 2,
        );
        await first.flush();
        const uid = first.id();
        isAway = false;
        sent.length = 0;
        first.setConsent('pending'); // that run of the app is over
        const second = open({ storage });
        second.track('Again');
        await until('all have arrived', () => sent.length === 3);
        expect(names(sent)).toEqual(['Opened', 'Read', 'Again']);
        expect(second.id()).toBe(uid);
        await until('nothing is stored', () => ![...storage.entries.keys()].some((key) => key.includes('.q.')));
      } finally {
        Object.defineProperty(globalThis, 'crypto', crypto);
        Object.defineProperty(globalThis, 'btoa', btoa);
      }
    });

    it('merges an unknown visitor into the identified user once, if configured', async () => {
      const { sent, open } = visit(taken);
      const client = open({ storage: anAsyncStorage(), merge: true });
      await until('it is open', () => client.id());
      const anonymous = client.id();
      client.identify('ada');
      client.identify('ada');
      client.identify('grace');
      await client.flush();
      expect(sent.map(({ path, body }) => [path, body])).toEqual([
        ['/v1/users/merge', { source: anonymous, destination: 'ada' }],
      ]);
      expect(sent[0]?.headers['Idempotency-Key']).toMatch(/^\w{32}$/);
      page.leave();
      const web = visit(taken, { document: { title: '', referrer: '', visibilityState: 'visible' } });
      const there = web.open({ merge: true });
      there.identify('ada');
      await there.flush();
      expect(web.sent).toEqual([]);
    });

    it('works with a failing storage', async () => {
      const fail = () => Promise.reject(new Error('the disk is full'));
      const { sent, open } = visit(taken);
      const client = open({ storage: { getItem: fail, setItem: fail, removeItem: fail, getAllKeys: fail } });
      client.track('Opened');
      await until('it has arrived', () => sent.length === 1);
      client.setConsent('denied');
    });
  });

  it('sends the page without its query', async () => {
    const { sent, open } = visit(taken, {
      location: { origin: 'https://shop.example', pathname: '/cart', search: '?token=x' },
      document: { title: 'Cart', referrer: 'https://search.example/find?q=secret#x', visibilityState: 'visible' },
    });
    const client = open();
    client.page({ section: 'checkout' });
    await client.flush();
    expect(sent[0]?.body).toMatchObject({
      event: 'Page viewed',
      properties: {
        url: 'https://shop.example/cart',
        title: 'Cart',
        referrer: 'https://search.example/find',
        section: 'checkout',
      },
    });
  });
});
