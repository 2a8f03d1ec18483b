/**
 * @slow drives Chromium through keys, webhooks, sources, providers and domains
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the console knows no provider; its test fakes one
import { startFakePostmark, type FakePostmark } from '@dundun/providers/testing';
import { caller, startDns, startProduct, until, type Call, type Product, type TestDns } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

jest.setTimeout(180_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

describe('what developers set up, in the console in a browser', () => {
  let product: Product;
  let dns: TestDns;
  let postmark: FakePostmark;
  let receiver: Server;
  let calls = 0;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  const visited = ['/settings/keys', '/settings/webhooks', '/settings/sources', '/settings/audit'];

  beforeAll(async () => {
    dns = await startDns();
    postmark = await startFakePostmark({ domains: ['dundun.test'] });
    receiver = createServer((_request, response) => response.writeHead(++calls === 2 ? 500 : 200).end('received'));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const environment = { EMBEDDED: 'true', DNS_SERVERS: dns.address, OUTBOUND_ALLOW: '127.0.0.0/8' };
    product = await startProduct({ console: true, environment });
    call = caller(product);
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await postmark?.close();
    await dns?.close();
    receiver?.close();
  });

  const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  /** Presses Tab until the element has the focus. */
  const tabTo = async (name: string | RegExp) => {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const focused = document.activeElement;
        return focused?.getAttribute('aria-label') ?? focused?.textContent ?? '';
      });
      if (typeof name === 'string' ? label.trim() === name : name.test(label.trim())) return;
    }
    throw new Error(`no Tab reaches ${String(name)}`);
  };

  it('creates a key by keyboard alone, shows its secret once, and revokes it', async () => {
    await page.goto('/settings/keys');
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await page.keyboard.press('Enter');
    await row('First key').waitFor();
    await tabTo('Create key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await page.keyboard.type('Shop backend');
    await page.keyboard.press('Enter');
    const secret = await page.getByRole('dialog').getByText(/^ds_/).innerText();
    const key = await page.getByRole('dialog').getByText(/^dk_/).first().innerText();
    await tabTo('Done');
    await page.keyboard.press('Enter');
    await row('Shop backend').getByRole('cell', { name: 'Never', exact: true }).waitFor();
    expect(await page.getByText(secret).count()).toBe(0);
    expect((await call('GET /v1/account', { as: { key, secret } })).status).toBe(200);
    await row('Shop backend').getByText('just now').first().waitFor();
    await button('Revoke Shop backend').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('table', { name: 'Revoked keys' }).getByText('Shop backend').waitFor();
    await until('it is refused', async () => (await call('GET /v1/account', { as: { key, secret } })).status === 401);
  });

  it('says at the field why a webhook is refused, then adds, tests and inspects one', async () => {
    await page.goto('/settings/webhooks');
    await button('Add webhook').first().click();
    await page.getByLabel('Address').fill('ftp://example.com');
    await inDialog('Add webhook').click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByLabel('Address').fill(receiverUrl());
    await page.getByRole('dialog').getByLabel('Description').fill('Warehouse');
    await inDialog('Add webhook').click();
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .waitFor();
    await inDialog('Done').click();
    await page.getByRole('link', { name: 'Warehouse' }).click();
    await button('Send test call').click();
    await page.getByText(/^Delivered: 200/).waitFor();
    visited.push(new URL(page.url()).pathname);
    // The second call of the receiver fails, and its retry succeeds.
    await call('POST /v1/lists', { body: { title: 'Product news' } });
    await page.getByRole('button', { name: 'list.created' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText(/Call 1 · 500/).waitFor();
    await panel.getByText('"Product news"').waitFor();
    await panel.getByRole('button', { name: 'Retry now' }).click();
    await panel.getByText(/Call 2 · 200/).waitFor();
    await page.keyboard.press('Escape');
  });

  it('counts a replay before it runs', async () => {
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Replay' }).click();
    await page.getByLabel('What to replay').selectOption('range');
    await page.getByLabel('From').fill('2020-01-01T00:00');
    await inDialog('Count').click();
    await page
      .getByRole('dialog')
      .getByText(/deliver(y|ies) will be sent/)
      .waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Replay \d+ deliver/ })
      .click();
    await page.getByText(/sent again/).waitFor();
  });

  it('connects a source, and maps a received event as one types', async () => {
    await page.goto('/settings/sources?dialog=connect');
    await page.getByRole('dialog').getByRole('button', { name: 'JSON webhook' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Till');
    await inDialog('Connect source').click();
    await page.waitForURL(/\/settings\/sources\/.+/);
    visited.push(new URL(page.url()).pathname);
    const { data } = (await call('GET /console/sources')).body as { data: { url: string }[] };
    const address = new URL(data[0]?.url ?? '').pathname;
    await call(`POST ${address}`, { as: 'none', body: { customer: 'ada', total: 49.9 } });
    await page
      .getByRole('button', { name: /^sha256:/ })
      .first()
      .waitFor();
    expect(await page.getByLabel('Sample event').inputValue()).toContain('"customer": "ada"');
    const mapping = page.getByRole('textbox', { name: 'Mapping' });
    await mapping.fill('{ "person": { "uid": customer }, "event": { "name": ');
    const result = page.getByRole('status', { name: 'Result' });
    await result.locator('.text-danger').waitFor();
    await mapping.fill('{ "person": { "uid": customer }, "event": { "name": "Paid", "value": total } }');
    await result.getByText('"Paid"').waitFor();
    await button('Save mapping').click();
    await page.getByText('The source was saved').waitFor();
    await call(`POST ${address}`, { as: 'none', body: { customer: 'grace', total: 5 } });
    await page.getByRole('button', { name: 'Paid' }).waitFor();
  });

  it('offers a viewer nothing that viewers may not do', async () => {
    const context = await browser.newContext({ baseURL: product.consoleUrl });
    const other = await context.newPage();
    const { body } = await call('POST /console/invitations', { body: { email: 'viewer@example.com', role: 'viewer' } });
    expect(body.email).toBe('viewer@example.com');
    const link = await until('the invitation has arrived', async () => {
      const [mail] = (await call('GET /console/inbox?to=viewer@example.com')).body.data as { id: string }[];
      const text = mail && ((await call(`GET /console/inbox/${mail.id}`)).body.text as string);
      return /http\S+\/accept#[\w-]{43}/.exec(text ?? '')?.[0];
    });
    await other.goto(link);
    await other.getByLabel('Your name').fill('Vera');
    await other.getByLabel('Password', { exact: true }).fill('battery staple');
    await other.getByRole('button', { name: 'Join' }).click();
    await other.getByRole('navigation', { name: 'Main' }).waitFor();
    await other.goto('/settings/domains');
    await other.getByRole('row').filter({ hasText: 'dundun.test' }).waitFor();
    expect(await other.getByRole('button', { name: 'Add domain' }).count()).toBe(0);
    for (const hidden of ['API keys', 'Webhooks', 'Sources', 'Audit log', 'Providers'])
      expect(await other.getByRole('link', { name: hidden, exact: true }).count()).toBe(0);
    await context.close();
  });

  it('connects a provider by keyboard alone', async () => {
    await page.goto('/settings/providers');
    await page.getByRole('heading', { name: 'Connect your first provider' }).waitFor();
    await tabTo('Connect provider');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(/^(Po)?Postmark$/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Server token').focus();
    await page.keyboard.type(postmark.settings.serverToken);
    await tabTo('More settings');
    await page.keyboard.press('Enter');
    await page.getByLabel('API endpoint').focus();
    await page.keyboard.type(postmark.origin);
    await page.keyboard.press('Enter');
    await page.getByRole('switch', { name: 'Send through Postmark' }).waitFor();
  });

  it('verifies a domain by keyboard alone', async () => {
    await page.goto('/settings/domains');
    await row('dundun.test').waitFor();
    await tabTo('Add domain');
    await page.keyboard.press('Enter');
    await page.getByLabel('Domain', { exact: true }).waitFor();
    await page.keyboard.type('shop.example.com');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/settings\/domains\/.+/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { records } = (await call(`GET /console/domains/${id}`)).body as { records: Parameters<TestDns['publish']> };
    dns.publish(...records);
    await button('Check now').waitFor();
    await tabTo('Check now');
    await page.keyboard.press('Enter');
    await page.getByText('shop.example.com is connected').waitFor();
  });

  it('shows who changed what, with the values before and after', async () => {
    await page.goto('/settings/audit');
    await page.getByLabel('Kind of thing').selectOption('webhook');
    await page.getByRole('button', { name: /^Create webhook/ }).click();
    await page.getByRole('dialog').getByText(receiverUrl()).first().waitFor();
    expect(await page.getByRole('dialog').innerText()).not.toContain('whsec_');
    await page.goBack();
    await page.goBack();
    await page
      .getByRole('button', { name: /^Create key/ })
      .first()
      .waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'has no accessibility violation and nothing wider than the window, in the %s theme',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const faults: unknown[] = [];
      for (const path of visited) {
        for (const width of [1440, 360]) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
          await page.evaluate(axe.source);
          const broken = await page.evaluate(async (tags) => {
            const window = globalThis as unknown as { axe: typeof axe };
            const { violations } = await window.axe.run({ runOnly: tags });
            return violations.map(
              ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
            );
          }, RULES);
          const wide = await overflow(page);
          if (broken.length > 0 || wide > 0) faults.push([path, width, broken, wide]);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it('made no foreign request, and logged no error', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(seen.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
