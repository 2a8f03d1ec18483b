/**
 * @slow drives Chromium against an api that is killed
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import chromium from '@sparticuz/chromium';
import { until, type Running } from '@dundun/testing';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium as launcher, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { unique } from './support/fixtures.js';
import { installPackage, type Consumer } from './support/package.js';
import { useProduct } from './support/product.js';
import { anotherKey } from './support/workspaces.js';

const WAIT_MS = 60_000;
const LARGEST_GZIP = 5 * 1024;

/** Globals of the pages in this test. */
interface Dundun {
  track(event: string, given?: unknown): void;
  identify(uid: string, traits?: object): void;
  page(): void;
  reset(): void;
  setConsent(consent: string): void;
  flush(): Promise<void>;
  id(): string | undefined;
}

declare const client: Dundun;

describe('@dundun/browser', () => {
  const subject = useProduct();
  let consumer: Consumer;
  let shop: Server;
  let origin: string;
  let browser: Browser;
  let context: BrowserContext;
  let key: string;
  let api: Running | undefined;

  beforeAll(async () => {
    consumer = installPackage('libs/sdk-browser');
    const installed = join(consumer.folder, 'node_modules/@dundun/browser');
    // A customer's page: its origin differs from the service's, so that CORS applies.
    shop = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', origin);
      const isScript = pathname.endsWith('.js');
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(isScript ? readFileSync(join(installed, pathname)) : pageOf(searchParams.get('options') ?? '{}'));
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const executablePath = process.env.CHROMIUM_PATH || (await chromium.executablePath());
    browser = await launcher.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
    key = (await anotherKey(subject.product, '--kind', 'browser')).key;
  });
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    shop?.closeAllConnections();
    shop?.close();
    consumer?.remove();
  }, WAIT_MS);

  const pageOf = (more: string) => {
    const options = JSON.stringify({ key, baseUrl: subject.product.apiUrl, ...(JSON.parse(more) as object) });
    return `<!doctype html><title>Shop</title><script src="/dist/dundun.min.js"></script>
      <script>const errors = []; const client = dundun.init({ ...${options}, onError: (error) => errors.push(error.message) })</script>`;
  };
  const visit = async (where = '/', fresh = false): Promise<Page> => {
    if (fresh || !context || context.pages().length === 0) context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    await page.goto(origin + where);
    return page;
  };
  const track = (page: Page, names: string[]) =>
    page.evaluate((all) => all.forEach((name, n) => client.track(name, n % 2 ? n : { n })), names);
  const waiting = (page: Page) =>
    page.evaluate<number>(`Object.keys(localStorage).filter((name) => name.includes('.q.')).length`);
  const namesOf = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
  const stored = async (uid: string): Promise<string[]> => {
    const names: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const cursor: string = next === '' ? '' : `&next_cursor=${encodeURIComponent(next)}`;
      const { body } = await subject.call(`GET /v1/users/${encodeURIComponent(uid)}/events?limit=30${cursor}`);
      for (const { event } of body.data ?? []) names.push(event);
      next = body.next_cursor ?? null;
    }
    return names;
  };
  const expectOnce = async (uid: string, names: string[]) => {
    const look = async () => {
      const found = await stored(uid);
      return found.length >= names.length && found;
    };
    const there = await until(`${uid} has ${names.length} events`, look, { ms: WAIT_MS, every: 200 });
    expect(there.sort()).toEqual([...names].sort());
  };

  describe('as a package', () => {
    it('is at most 5 KB gzipped and has no dependencies', () => {
      for (const file of ['dist/esm/index.js', 'dist/dundun.min.js']) {
        const code = readFileSync(join(consumer.folder, 'node_modules/@dundun/browser', file));
        expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(LARGEST_GZIP);
      }
      expect(consumer.files.filter((file) => !/^(dist\/|README\.md|LICENSE|package\.json)/.test(file))).toEqual([]);
      expect(consumer.files).toEqual(expect.arrayContaining(['README.md', 'LICENSE']));
    });

    it.each([
      ['use.mjs', `import { init } from '@dundun/browser';`],
      ['use.cjs', `const { init } = require('@dundun/browser');`],
    ])('loads in %s', (file, code) => {
      const use = `const client = init({ key: 'dk', baseUrl: 'https://dundun.example', consent: 'pending' });
        client.track('Seen'); console.log(typeof client.identify, client.id());`;
      expect(consumer.node(file, code + use)).toBe('function undefined\n');
    });

    it(
      'has types for both module systems',
      () => {
        const code = `import { init, type Storage } from '@dundun/browser';
        declare const storage: Storage;
        const client = init({ key: 'dk', baseUrl: 'https://dundun.example', storage, consent: 'pending' });
        client.track('Paid', { price: 1, nested: { a: [1] } });
        client.track('Rated', 5);
        // @ts-expect-error there is no such state
        client.setConsent('perhaps');`;
        expect(consumer.typeCheck({ 'types.mts': code, 'types.cts': code })).toBe('');
      },
      WAIT_MS,
    );
  });

  it('sends events from another origin with a browser key', async () => {
    const page = await visit('/cart?token=hidden', true);
    const uid = unique('ada');
    const anonymous = (await page.evaluate(() => client.id())) as string;
    await page.evaluate(() => client.page());
    await page.evaluate((id) => client.identify(id, { first_name: 'Ada', plan: 'pro' }), uid);
    await track(page, namesOf('Event', 3));
    await expectOnce(anonymous, ['Page viewed']);
    await expectOnce(uid, namesOf('Event', 3));
    const [{ properties }] = (await subject.call(`GET /v1/users/${anonymous}/events`)).body.data;
    expect(properties).toEqual({ url: `${origin}/cart`, title: 'Shop', referrer: '' });
    expect((await subject.call(`GET /v1/users/${uid}`)).body).toMatchObject({
      first_name: 'Ada',
      meta: { plan: 'pro' },
    });
    expect(await page.evaluate('errors')).toEqual([]);
    await until('nothing waits', async () => (await waiting(page)) === 0);
  });

  it('queues events offline and sends them once when the network is back', async () => {
    const page = await visit('/', true);
    const uid = unique('ada');
    await page.evaluate((id) => client.identify(id), uid);
    await context.setOffline(true);
    await track(page, namesOf('Offline', 20));
    await page.evaluate(() => client.flush());
    expect(await waiting(page)).toBe(20);
    await context.setOffline(false);
    await expectOnce(uid, namesOf('Offline', 20));
    await until('nothing waits', async () => (await waiting(page)) === 0);
  });

  it('sends the queue of a closed page once', async () => {
    const page = await visit('/', true);
    const uid = unique('ada');
    await page.evaluate((id) => client.identify(id), uid);
    await context.setOffline(true);
    await track(page, namesOf('Closed', 50));
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto(origin);
    await expectOnce(uid, namesOf('Closed', 50));
    await until('nothing waits', async () => (await waiting(next)) === 0, { ms: WAIT_MS });
  });

  it('sends last-moment events while the page unloads', async () => {
    const page = await visit('/', true);
    const uid = unique('ada');
    // Once first, so that the browser has cached the preflight.
    await page.evaluate((id) => (client.identify(id), client.track('First'), client.flush()), uid);
    await page.evaluate(`addEventListener('pagehide', () => client.track('Last'))`);
    await track(page, namesOf('Going', 5));
    await page.goto('about:blank');
    // 'Last' is tracked after the client handled the unload, so it waits for the next page.
    await until('the rest has arrived', async () => (await stored(uid)).length >= 6, { ms: WAIT_MS, every: 200 });
    await page.goto(origin);
    await expectOnce(uid, ['First', 'Last', ...namesOf('Going', 5)]);
  });

  it.each([
    ['the locks of the browser', ''],
    ['a lease', 'Object.defineProperty(navigator, "locks", { value: undefined });'],
  ])(
    'sends the events of two tabs once, with %s',
    async (_, script) => {
      context = await browser.newContext();
      if (script) await context.addInitScript(script);
      const calls: string[] = [];
      // Only calls that reached the service: offline attempts are repeated.
      context.on('requestfinished', (request) => {
        if (request.method() === 'POST')
          calls.push((JSON.parse(request.postData() ?? '{}') as { event_id: string }).event_id);
      });
      const tabs = [await context.newPage(), await context.newPage()] as const;
      for (const tab of tabs) await tab.goto(origin);
      const uid = unique('ada');
      await tabs[0].evaluate((id) => client.identify(id), uid);
      expect(await tabs[1].evaluate(() => client.id())).toBe(uid);
      await context.setOffline(true);
      await Promise.all([track(tabs[0], namesOf('One', 15)), track(tabs[1], namesOf('Two', 15))]);
      await Promise.all(tabs.map((tab) => tab.evaluate(() => client.flush())));
      await context.setOffline(false);
      await expectOnce(uid, [...namesOf('One', 15), ...namesOf('Two', 15)]);
      await until('nothing waits', async () => (await waiting(tabs[0])) === 0, { ms: WAIT_MS });
      // Two tabs may hold the lease for a moment; events that both send are stored once.
      if (!script) expect(calls.length).toBe(new Set(calls).size);
    },
    120_000,
  );

  it('sends events tracked while the service was down once', async () => {
    const page = await visit('/', true);
    const uid = unique('ada');
    await page.evaluate((id) => client.identify(id), uid);
    await track(page, namesOf('Before', 10));
    await until('something has arrived', async () => (await stored(uid)).length > 0, { ms: WAIT_MS });
    await (api ?? subject.product.api).kill();
    await track(page, namesOf('Meanwhile', 10));
    await page.evaluate(() => client.flush());
    api = await subject.product.startApi();
    await track(page, namesOf('After', 10));
    await expectOnce(uid, [...namesOf('Before', 10), ...namesOf('Meanwhile', 10), ...namesOf('After', 10)]);
  });

  it('sends nothing before consent', async () => {
    const page = await visit(`/?options=${encodeURIComponent('{"consent":"pending"}')}`, true);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    const uid = unique('ada');
    await page.evaluate((id) => (client.identify(id), client.track('Held'), client.flush()), uid);
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(calls).toEqual([]);
    await page.evaluate(() => client.setConsent('granted'));
    await expectOnce(uid, ['Held']);
    await page.evaluate(() => client.setConsent('denied'));
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
  });
});
