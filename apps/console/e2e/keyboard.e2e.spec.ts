/**
 * @slow drives Chromium through the twelve core tasks
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the console knows no provider; its test fakes one
import { startFakePostmark, type FakePostmark } from '@dundun/providers/testing';
import { caller, startDns, startProduct, until, type Call, type Product, type TestDns } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './browser.js';
import { handsOn } from './hands.js';

jest.setTimeout(180_000);

const FILE = Buffer.from('Email,First name,Plan\ngrace@example.com,Grace,pro\njoan@example.com,Joan,free\n');

/** After the address of the login was entered, nothing but the keyboard is used. */
describe('the core tasks by keyboard alone, in a browser', () => {
  let product: Product;
  let dns: TestDns;
  let postmark: FakePostmark;
  let browser: Browser;
  let page: Page;
  let call: Call;
  let hands: ReturnType<typeof handsOn>;

  beforeAll(async () => {
    dns = await startDns();
    postmark = await startFakePostmark({ domains: ['dundun.test'] });
    const environment = { EMBEDDED: 'true', DNS_SERVERS: dns.address, OUTBOUND_ALLOW: '127.0.0.0/8' };
    product = await startProduct({ console: true, environment });
    call = caller(product);
    const ada = {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      meta: { plan: 'free', orders: 3 },
    };
    await call('PUT /v1/users/ada', { body: ada });
    await call('PUT /v1/users/alan', { body: { email: 'alan@example.com', first_name: 'Alan' } });
    await call('POST /console/suppressions', { body: { addresses: ['gone@example.com'] } });
    await send('ada@example.com', 'Your receipt');
    await send('gone@example.com', 'We miss you');
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    hands = handsOn(page);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await postmark?.close();
    await dns?.close();
  });

  async function send(to: string, subject: string): Promise<void> {
    const from = { name: 'Dundun', email: 'hello@dundun.test' };
    const { body } = await call('POST /v1/send/email', { body: { from, to, subject, text: 'Hello.' } });
    await until(`${subject} has ended`, async () =>
      ['captured', 'suppressed'].includes((await call(`GET /v1/messages/${String(body.id)}`)).body.status as string),
    );
  }

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const dialog = () => page.getByRole('dialog');
  const field = (name: string) => dialog().getByLabel(name, { exact: true });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text }).first();

  it('signs in', async () => {
    await page.goto('/login');
    await hands.fill(page.getByLabel('Email'), product.email);
    await hands.fill(page.getByLabel('Password', { exact: true }), product.password);
    await hands.press('Enter');
    await page.waitForURL('/');
    await page.getByRole('heading', { name: 'Get to your first email' }).waitFor();
  });

  it('finds a person', async () => {
    await hands.press('g', 'p');
    await page.waitForURL('/people');
    await row('ada@example.com').waitFor();
    await hands.press('/');
    await hands.on(page.getByRole('searchbox'));
    await hands.type('lovel');
    await row('alan@example.com').waitFor({ state: 'detached' });
    await hands.activate(row('ada@example.com'));
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  });

  it('edits an attribute', async () => {
    await hands.activate(button('Change plan'));
    await hands.fill(field('Value'), 'pro');
    await hands.press('Enter');
    await page.getByRole('cell', { name: 'pro', exact: true }).waitFor();
    await hands.on(button('Change plan'));
    expect((await call('GET /v1/users/ada')).body.meta).toMatchObject({ plan: 'pro', orders: 3 });
  });

  it('creates a list', async () => {
    await hands.run('Create list');
    await hands.fill(field('Title'), 'Product news');
    await hands.press('Enter');
    await page.waitForURL(/\/lists\/[0-9a-f-]{36}/);
    await page.getByRole('heading', { name: 'Product news' }).waitFor();
  });

  it('adds a member', async () => {
    await hands.activate(button('Add person').first());
    await hands.fill(field('First name'), 'Katherine');
    await hands.fill(field('Email'), 'katherine@example.com');
    await hands.press('Enter');
    await row('katherine@example.com').waitFor();
    await dialog().waitFor({ state: 'detached' });
    await hands.activate(button('Actions for Katherine'));
    await page.getByRole('menuitem', { name: 'Unsubscribe' }).waitFor();
    await hands.press('Escape');
    await hands.on(button('Actions for Katherine'));
  });

  it('imports a file', async () => {
    await hands.run('Import people');
    await page.waitForURL('/people/imports');
    // On a machine that is short of CPU a press was lost once; somebody would press again.
    const opened = async () => {
      const chooser = page.waitForEvent('filechooser', { timeout: 10_000 }).catch(() => undefined);
      await hands.activate(button('Choose file'));
      return chooser;
    };
    const chooser = (await opened()) ?? (await opened());
    await chooser?.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: FILE });
    await page.waitForURL(/\/people\/imports\/[0-9a-f-]{36}$/);
    await hands.to(page.getByRole('checkbox', { name: 'Product news' }));
    await hands.press('Space');
    await hands.fill(page.getByRole('textbox', { name: 'How did these people agree?' }), 'On our website.');
    await hands.activate(button('Check the file'));
    await hands.activate(button('Import 2 people'));
    await page.getByText('New people').waitFor();
    await until('both are there', async () => (await call('GET /v1/users?limit=30')).body.data.length === 5);
  });

  it('finds a message and why it was not sent', async () => {
    await hands.press('g', 'm');
    await page.waitForURL('/messages');
    await row('We miss you').waitFor();
    await hands.press('/');
    await hands.type('gone@exam');
    await row('Your receipt').waitFor({ state: 'detached' });
    await hands.activate(row('We miss you'));
    await page.getByRole('region', { name: 'Delivery' }).getByText('has been suppressed since').waitFor();
  });

  it('writes a template and tests it', async () => {
    await hands.press('g', 't');
    await page.waitForURL('/templates');
    await hands.activate(button('New template').first());
    await hands.fill(field('Name'), 'spring-sale');
    await hands.press('Tab');
    await hands.type('Spring at the shop');
    await hands.press('Enter');
    await page.waitForURL(/\/templates\/[^/]+\/edit/);
    await hands.activate(page.getByRole('group', { name: /^Heading, block/ }).first());
    await page.getByRole('textbox', { name: 'Heading text' }).waitFor();
    await hands.press('Control+a');
    await hands.type('Good to see you');
    await hands.press('Escape');
    await page.getByRole('status').filter({ hasText: 'Draft saved' }).waitFor();
    await hands.activate(button('Send test'));
    await hands.fill(field('To'), 'reader@example.com');
    await hands.press('Tab');
    await hands.type('news@dundun.test');
    await hands.press('Enter');
    await toast('Test sent to reader@example.com').waitFor();
    const inbox = async () => (await call('GET /console/inbox')).body.data as { subject: string }[];
    await until('the test arrives', async () => (await inbox()).some(({ subject }) => /Spring at/.test(subject)));
  });

  it('connects a provider', async () => {
    await hands.run('Connect provider');
    await hands.activate(dialog().getByRole('button', { name: 'Postmark' }));
    await hands.fill(field('Server token'), postmark.settings.serverToken);
    await hands.activate(dialog().getByText('More settings'));
    await hands.fill(field('API endpoint'), postmark.origin);
    await hands.press('Enter');
    await page.getByRole('switch', { name: 'Send through Postmark' }).waitFor();
  });

  it('verifies a domain', async () => {
    await hands.run('Add domain');
    await hands.fill(field('Domain'), 'shop.example.com');
    await hands.press('Enter');
    await page.waitForURL(/\/settings\/domains\/.+/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { records } = (await call(`GET /console/domains/${id}`)).body as { records: Parameters<TestDns['publish']> };
    dns.publish(...records);
    await hands.activate(button('Check now'));
    await page.getByText('shop.example.com is connected').waitFor();
  });

  it('creates a key', async () => {
    await hands.run('Create API key');
    await hands.fill(field('Name'), 'Shop backend');
    await hands.press('Enter');
    const secret = await dialog().getByText(/^ds_/).innerText(); // prettier-ignore
    const key = await dialog().getByText(/^dk_/).first().innerText(); // prettier-ignore
    await hands.activate(dialog().getByRole('button', { name: 'Done' }));
    await row('Shop backend').waitFor();
    expect((await call('GET /v1/account', { as: { key, secret } })).status).toBe(200);
  });

  it('invites somebody', async () => {
    await hands.run('Invite');
    await hands.fill(field('Email'), 'hedy@example.com');
    await hands.press('Enter');
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'hedy@example.com' }).waitFor();
    await hands.run('Log out');
    await page.waitForURL(/\/login/);
  });
});
