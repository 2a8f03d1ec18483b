/**
 * @slow drives Chromium through every page of messages, in two themes and widths
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the console knows no provider; its test fakes one
import { startFakeTwilio, type FakeTwilio } from '@dundun/providers/testing';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';
import { CALLED, PAYLOADS } from './script-payloads.js';

jest.setTimeout(240_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const LONG = 'Très-long-sujet-sans-espace-'.repeat(12) + 'عنوان الرسالة';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('messages, in the console in a browser', () => {
  let product: Product;
  let twilio: FakeTwilio;
  let images: Server;
  let asked: (string | undefined)[];
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let [order, pictured, failed] = ['', '', ''];

  beforeAll(async () => {
    asked = [];
    images = createServer((request, answer) => {
      asked.push(request.headers.cookie);
      answer.writeHead(200, { 'content-type': 'image/png', 'set-cookie': 'a=b' }).end(PNG);
    });
    await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
    twilio = await startFakeTwilio();
    const environment = { EMBEDDED: 'true', OUTBOUND_ALLOW: '127.0.0.0/8' };
    product = await startProduct({ console: true, environment });
    call = caller(product);
    const list = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id as string;
    await call('PUT /v1/users/ada', { body: { email: 'ada@example.com', first_name: 'Ada', lists: [list] } });
    await call('POST /v1/users/ada/events', { body: { event: 'Order placed' } });
    const { data } = (await call('GET /console/integrations')).body as { data: { id: string; source: string }[] };
    for (const { id, source } of data) if (source === 'twilio') await call(`DELETE /console/integrations/${id}`);
    const { origin: endpoint, settings } = twilio;
    await call('POST /console/integrations', {
      body: { provider: 'twilio', settings, endpoint, sender_ids: ['DUNDUN'] },
    });
    order = await send({ to: 'ada@example.com', subject: 'Your order 1042 has shipped', list, tags: ['orders'] });
    await send({ to: 'grace@example.com', subject: LONG, tags: ['x'.repeat(60)] });
    const { port } = images.address() as AddressInfo;
    pictured = await send({
      to: 'grace@example.com',
      subject: 'With a picture',
      html: `<p>Look: <img alt="The picture" src="http://127.0.0.1:${port}/a.png?x=1&amp;y=2"></p>`,
    });
    await call('POST /console/suppressions', { body: { addresses: ['gone@example.com'] } });
    failed = await send({ to: 'gone@example.com', subject: 'Never sent' });
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
    await page.goto('/login?next=/messages');
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await button('Log in').click();
    await row('Never sent').waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await twilio?.close();
    images?.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const delivery = () => page.getByRole('region', { name: 'Delivery' });
  const inAddress = (name: string) => new URL(page.url()).searchParams.get(name);

  async function send(fields: object): Promise<string> {
    const from = { name: 'Dundun', email: 'hello@dundun.test' };
    const { body } = await call('POST /v1/send/email', { body: { from, text: 'Hello.', ...fields } });
    const id = String(body.id);
    await until(`${id} has ended`, async () =>
      ['captured', 'suppressed'].includes((await call(`GET /v1/messages/${id}`)).body.status as string),
    );
    return id;
  }

  it('finds a message and why by keyboard alone', async () => {
    await page.goto('/lists');
    await page.getByRole('heading', { name: 'Lists' }).waitFor();
    await page.locator('body').press('g');
    await page.keyboard.press('m');
    await page.waitForURL('/messages');
    await row('Never sent').waitFor();
    await page.locator('body').press('/');
    await page.keyboard.type('gone@exam');
    await row('Your order 1042').waitFor({ state: 'detached' });
    await until('the address has it', () => inAddress('search') === 'gone@exam');
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.hasAttribute('data-row'))) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`/messages/${failed}`);
    await delivery().getByText('gone@example.com has been suppressed since').waitFor();
    await delivery().getByText('Remove the suppression').waitFor();
    await until('the title names it', async () => (await page.title()).startsWith('Never sent'));
  });

  it('filters in the address, which Back undoes one by one', async () => {
    await page.goto('/messages');
    await page.getByLabel('Status', { exact: true }).selectOption('suppressed');
    await row('Your order 1042').waitFor({ state: 'detached' });
    await page.getByLabel('Accepted', { exact: true }).selectOption('day');
    await until('the address has both', () => inAddress('when') === 'day' && inAddress('status') === 'suppressed');
    await page.goBack();
    await until('one is undone', () => inAddress('when') === null && inAddress('status') === 'suppressed');
    await page.goBack();
    await row('Your order 1042').waitFor();
    await page.goto('/messages?search=nothing-like-it');
    await page.getByRole('heading', { name: 'No matching messages' }).waitFor();
    await button('Show all messages').click();
    await row('Your order 1042').waitFor();
  });

  it('shows why somebody got a message, and sends it again', async () => {
    await page.goto(`/messages/${order}`);
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByText('Sent to the list').waitFor();
    await details.getByRole('link', { name: 'Product news' }).waitFor();
    await button('Send again').click();
    await page.getByRole('alertdialog').getByText('ada@example.com gets a new message').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/messages/') && !url.pathname.endsWith(order));
    await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: 'an earlier message' }).click();
    await page.waitForURL(`/messages/${order}`);
  });

  it('loads remote images on request only, through the service', async () => {
    await page.goto(`/messages/${pictured}`);
    await page.getByText('1 remote image not loaded.').waitFor();
    expect(asked).toEqual([]);
    await button('Show images').click();
    await page.getByText('Images are shown, fetched by Dundun.').waitFor();
    const image = page.frameLocator('iframe').getByRole('img', { name: 'The picture' });
    await until('it is drawn', () => image.evaluate((one) => (one as HTMLImageElement).naturalWidth > 0));
    expect(asked).toEqual([undefined]);
  });

  it('lets a person settle an SMS with an unknown outcome', async () => {
    twilio.mode = 'cut';
    const body = { from: 'DUNDUN', to: '2348012345678', body: 'Your code is 123456', source: 'twilio' };
    const { id } = (await call('POST /v1/send/sms', { body })).body as { id: string };
    await until('it is held', async () => (await call(`GET /v1/messages/${id}`)).body.status === 'held');
    twilio.mode = 'ok';
    await page.goto(`/messages/${id}`);
    await delivery().getByText('It is not sent again automatically').waitFor();
    await delivery().getByRole('button', { name: 'It arrived' }).click();
    await delivery().getByText('A member of the workspace said that it arrived.').waitFor();
    await delivery().getByRole('button', { name: 'It arrived' }).waitFor({ state: 'detached' });
  });

  it('merges messages into the timeline of a person', async () => {
    await page.goto('/people/profile?uid=ada&tab=activity');
    const timeline = page.getByRole('list', { name: 'Activity' });
    await timeline.getByText('Order placed').waitFor();
    await timeline.getByRole('link', { name: 'Your order 1042 has shipped' }).first().waitFor();
    await timeline.getByText('Sent to the list').first().waitFor();
    await page.getByRole('radio', { name: 'Events' }).click();
    await timeline.getByText('Sent to the list').first().waitFor({ state: 'detached' });
    await page.goBack();
    await timeline.getByText('Sent to the list').first().waitFor();
    await page.getByRole('link', { name: 'All messages' }).click();
    await button(/^To ada/).waitFor();
    await row('Never sent').waitFor({ state: 'detached' });
  });

  it('lets complaints stop marketing, or every message', async () => {
    const suppressions = [{ address: 'angry@example.com', reason: 'complaint' }];
    await call('POST /console/suppressions', { body: { suppressions } });
    await page.goto('/settings/suppressions');
    await row('angry@example.com').getByRole('cell', { name: 'Marketing' }).waitFor();
    await page.goto('/settings/workspace');
    await page.getByRole('switch', { name: 'Complaints stop every message' }).click();
    await page.getByText('Complaints stop every message now').waitFor();
    await page.goto('/settings/suppressions');
    await row('angry@example.com').getByRole('cell', { name: 'Every message' }).waitFor();
    await call('DELETE /console/suppressions/angry@example.com');
    await call('PUT /console/workspace', { body: { complaints_stop_all: false } });
  });

  it('searches the inbox', async () => {
    await page.goto('/inbox');
    const list = page.getByRole('list', { name: 'Messages, newest first' });
    await list.getByText('With a picture').waitFor();
    await page.getByLabel('Recipient or subject').fill('1042 ship');
    await list.getByText('With a picture').waitFor({ state: 'detached' });
    await list.getByText('Your order 1042 has shipped').first().waitFor();
  });

  it('runs none of two hundred scripts in names, properties, subjects, contents, templates and imports', async () => {
    const parts = (size: number) => {
      const all: string[] = [];
      for (const payload of PAYLOADS)
        if ((all.at(-1)?.length ?? Infinity) + payload.length < size) all[all.length - 1] += payload;
        else all.push(payload);
      return all;
    };
    const names = parts(250);
    const meta = Object.fromEntries(PAYLOADS.map((payload, at) => [`a${at}`, payload]));
    for (let at = 0; at < names.length; at += 2)
      await call(`PUT /v1/users/x${at}`, { body: { first_name: names[at], last_name: names[at + 1], email: `x${at}@example.com` } }); // prettier-ignore
    expect(await call('PUT /v1/users/x0', { body: { meta } })).toMatchObject({ status: 200 });
    for (const [at, name] of names.entries())
      await call('POST /v1/users/x0/events', { body: { event: name, properties: at === 0 ? meta : { name } } });
    const html = `<p>Seen</p>${PAYLOADS.join('\n')}`;
    const subjects = parts(990);
    const ids: string[] = [];
    for (const subject of subjects) ids.push(await send({ to: 'x0@example.com', subject, html, tags: [PAYLOADS[2]] }));
    const raw = { name: names[0], subject: '{{ name }}', html: `{% raw %}${html}{% endraw %}` };
    const template = (await call('POST /console/templates', { body: raw })).body.id as string;
    const inbox = ((await call('GET /console/inbox')).body as { data: { id: string }[] }).data;
    const ran: unknown[] = [];
    await page.exposeFunction(CALLED, (...given: unknown[]) => void ran.push(given));
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    const paths = [
      '/people',
      '/people?search=x0@example.com',
      '/people/profile?uid=x0',
      '/people/profile?uid=x0&tab=activity',
      '/messages',
      `/messages?search=${encodeURIComponent(PAYLOADS[1] ?? '')}&tag=${encodeURIComponent(PAYLOADS[2] ?? '')}`,
      `/messages/${ids[0]}`,
      `/inbox/${inbox[0]?.id}`,
      '/events',
      '/templates',
      `/templates/${template}`,
      `/templates/${template}/edit`,
    ];
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
      for (const frame of await page.locator('iframe').all())
        await frame.contentFrame().getByText('Seen').first().waitFor();
      expect({ path: new URL(page.url()).pathname, ran }).toEqual({ path: path.split('?')[0], ran: [] });
    }
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = parts(2_000).map((text) => [text, text].map(cell).join(','));
    await page.goto('/people/imports');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Choose file').click()]);
    const buffer = Buffer.from([`Email,${cell(PAYLOADS[0] ?? '')}`, ...rows].join('\r\n'));
    await chooser.setFiles({ name: `${PAYLOADS[1]?.replaceAll('/', '')}.csv`, mimeType: 'text/csv', buffer });
    await page.waitForURL(/\/people\/imports\/[0-9a-f-]{36}$/);
    await page.getByRole('region', { name: 'Preview of the first rows' }).getByRole('row').nth(rows.length).waitFor();
    expect(ran).toEqual([]);
    // The trap itself works.
    await page.evaluate((name) => (globalThis as unknown as Record<string, () => void>)[name]?.(), CALLED);
    await until('the trap has sprung', () => ran.length === 1);
  });

  it.each(['light', 'dark'] as const)(
    'breaks no rule of WCAG 2.2 AA in the %s theme, and fits phones',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      const inbox = ((await call('GET /console/inbox?to=ada@example.com')).body as { data: { id: string }[] }).data[0]
        ?.id;
      const paths = [
        '/messages',
        '/messages?when=2026-11-01..2026-11-02&tag=orders&uid=ada',
        '/messages?search=nothing-like-it',
        `/messages/${order}`,
        `/messages/${failed}`,
        `/inbox/${inbox}`,
        '/people/profile?uid=ada&tab=activity',
      ];
      const faults: unknown[] = [];
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of paths) {
          await page.goto(path);
          await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
          // Text is wider until its font is there.
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
          if (process.env.SCREENSHOTS) {
            const name = `${path.replaceAll(/\W+/g, '-').slice(1, 40)}-${scheme}-${width}`;
            await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
          }
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it('made no foreign request, and logged no error', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(
      seen.errors.filter((text) => !/status of 4\d\d|srcdoc|Content Security Policy|sandboxed|base URLs/.test(text)),
    ).toEqual([]);
  });
});
