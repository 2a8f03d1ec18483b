/**
 * @slow drives Chromium through sending, with providers and DNS
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the console knows no provider; its test fakes one
import { startFakePostmark, type FakePostmark } from '@dundun/providers/testing';
import { caller, startDns, startProduct, until, type Call, type Product, type TestDns } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

jest.setTimeout(120_000);

const HTML = `<h1>Hello, Grace</h1><script>document.body.innerHTML = 'owned'</script>`;
const PATHS = [
  '/templates',
  '/settings/profiles',
  '/settings/domains',
  '/settings/providers',
  '/settings/suppressions',
  '/messages',
  '/consents',
  '/settings',
];

describe('sending, in the console in a browser', () => {
  let product: Product;
  let dns: TestDns;
  let postmark: FakePostmark;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  /** Pages of one thing, as the journey comes by. */
  const visited: string[] = [];

  beforeAll(async () => {
    dns = await startDns();
    postmark = await startFakePostmark({ domains: ['dundun.test'] });
    const environment = { EMBEDDED: 'true', DNS_SERVERS: dns.address, OUTBOUND_ALLOW: '127.0.0.0/8' };
    product = await startProduct({ console: true, environment });
    call = caller(product);
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await postmark?.close();
    await dns?.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name });
  const card = () => page.getByRole('list', { name: 'Providers' }).getByRole('listitem');
  const complaints = () =>
    seen.errors.splice(0).filter((text) => !/srcdoc|Content Security Policy|sandboxed|status of 4\d\d/.test(text));

  async function send(to: string): Promise<string> {
    const from = { name: 'Dundun', email: 'hello@dundun.test' };
    const { body } = await call('POST /v1/send/email', { body: { from, to, subject: 'Welcome, Grace', html: HTML } });
    return String(body.id);
  }

  it('links to the domains from the settings', async () => {
    await page.goto('/lists');
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await button('Log in').click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('row').filter({ hasText: 'dundun.test' }).getByRole('cell', { name: 'Connected' }).waitFor();
  });

  it('explains why a domain is refused, and shows the records of an accepted one', async () => {
    await button('Add domain').click();
    await page.getByLabel('Domain', { exact: true }).fill('not a domain');
    await inDialog('Add domain').click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByLabel('Domain', { exact: true }).fill('news.example.com');
    await inDialog('Add domain').click();
    await page.waitForURL(/\/settings\/domains\/.+/);
    visited.push(new URL(page.url()).pathname);
    await heading('news.example.com').waitFor();
    const records = page.getByRole('table', { name: 'DNS records' });
    await records.getByText('_dmarc.news.example.com', { exact: true }).waitFor();
    expect(await records.getByText('Not checked').count()).toBe(await records.getByRole('row').count().then((rows) => rows - 1)); // prettier-ignore
  });

  it('checks the records on request: missing first, then connected', async () => {
    await button('Check now').click();
    await page.getByText(/required records? not found yet/).waitFor();
    await page.getByRole('row').filter({ hasText: 'Required' }).getByText('Missing').first().waitFor();
    const { data } = await page.request.get('/api/console/domains').then((answer) => answer.json());
    const { id } = (data as { id: string; domain: string }[]).find(({ domain }) => domain === 'news.example.com') ?? {};
    const { records } = await page.request.get(`/api/console/domains/${id}`).then((answer) => answer.json());
    dns.publish(...records);
    await button('Check now').click();
    await page.getByText('news.example.com is connected').waitFor();
    await page.getByRole('main').locator('header').getByText('Connected', { exact: true }).waitFor();
  });

  it('changes keys and deletes a domain only after confirmation', async () => {
    await button('Actions for news.example.com').click();
    await page.getByRole('menuitem', { name: 'Rotate keys' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate keys' }).click();
    await page.getByText('The new keys are now in use').waitFor();
    await page.getByText('keep for now').first().waitFor();
    await button('Actions for news.example.com').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await heading('news.example.com').waitFor();
  });

  it('links from an SMS in the inbox to its timeline', async () => {
    const sms = { from: 'DUNDUN', to: '2348055500001', body: 'Your code is 4711', source: 'termii' };
    const { body } = await call('POST /v1/send/sms', { body: sms });
    await page.goto('/inbox');
    await page.getByRole('link', { name: /2348055500001/ }).click();
    await page.getByRole('link', { name: 'Delivery' }).click();
    await page.waitForURL(`/messages/${body.id}`);
    await page.getByRole('region', { name: 'Delivery' }).getByText('The built-in inbox captured it').waitFor();
  });

  it('links from an email in the inbox to its timeline', async () => {
    const id = await send('grace@example.com');
    await page.goto('/inbox');
    await page.getByRole('link', { name: /grace@example\.com/ }).click();
    await page.getByRole('link', { name: 'Delivery' }).click();
    await page.waitForURL(`/messages/${id}`);
    await page.getByRole('region', { name: 'Delivery' }).getByText('The built-in inbox captured it').waitFor();
    await page.getByRole('region', { name: 'Recipients' }).getByText('Captured', { exact: true }).waitFor();
    visited.push(`/messages/${id}`);
  });

  it('lists messages by tag, with what became of them', async () => {
    const from = { name: 'Dundun', email: 'hello@dundun.test' };
    const tagged = { from, to: 'tagged@example.com', subject: 'Your receipt', text: 'Hi', tags: ['receipt'] };
    const body = { ...tagged, headers: { 'X-Order': '1042' }, metadata: { customer: 'c-7' } };
    const { body: sent } = await call('POST /v1/send/email', { body });
    await page.goto('/messages');
    await page.getByRole('link', { name: 'Welcome, Grace' }).first().waitFor();
    await page.getByLabel('Tag', { exact: true }).selectOption('receipt');
    await page.getByRole('link', { name: 'Welcome, Grace' }).first().waitFor({ state: 'detached' });
    await page.getByText('Messages, 30 days').waitFor();
    await page.getByRole('link', { name: 'Your receipt' }).click();
    await page.waitForURL(`/messages/${sent.id}`);
    for (const text of ['receipt', 'customer: c-7', 'X-Order: 1042'])
      await page.getByRole('region', { name: 'Details' }).getByText(text, { exact: true }).waitFor();
  });

  it('connects a provider by its form, with valid credentials only', async () => {
    await page.goto('/settings/providers');
    await heading('Connect your first provider').waitFor();
    await button('Connect provider').first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Postmark/ })
      .click();
    expect(await page.getByLabel('Server token').getAttribute('type')).toBe('password');
    await page.getByLabel('Server token').fill('not-the-token');
    await page.getByText('More settings').click();
    await page.getByLabel('API endpoint').fill(postmark.origin);
    await inDialog('Test and connect').click();
    await page.getByRole('dialog').getByRole('alert').getByText('valid Server token').waitFor();
    await page.getByLabel('Server token').fill(postmark.settings.serverToken);
    await inDialog('Test and connect').click();
    await card().getByText('Healthy').waitFor();
    expect(await card().getByText('/hooks/providers/').innerText()).toMatch(/^http/);
    expect(await page.content()).not.toContain(postmark.settings.serverToken);
  });

  it('tests a provider, switches it off and on, and shows its error', async () => {
    await card().getByRole('button', { name: 'Test' }).click();
    await page.getByText('Postmark works').waitFor();
    await page.getByRole('switch', { name: 'Send through Postmark' }).click();
    await card().getByText('Off').waitFor();
    await page.getByRole('switch', { name: 'Send through Postmark' }).click();
    await card().getByText('Healthy').waitFor();
  });

  it('orders the providers of a route, and restores the default', async () => {
    const path = page.getByRole('region', { name: 'Marketing' });
    await path.getByText('Default order').waitFor();
    await path.getByRole('button', { name: 'Add Dundun’s own provider' }).click();
    await path.getByRole('button', { name: 'Move Dundun’s own provider up' }).click();
    await path.getByText('Marketing: Dundun’s own provider is now number 1').waitFor({ state: 'attached' });
    const order = async () => (await page.request.get('/api/console/routes').then((answer) => answer.json())).data;
    await until('it is saved', async () => (await order())[0]?.integrations[0] === null);
    await path.getByRole('button', { name: 'Reset to default' }).click();
    await until('it is gone', async () => (await order()).length === 0);
    await path.getByText('Default order').waitFor();
  });

  it('suppresses addresses, filters by reason, and exports them', async () => {
    await page.goto('/settings/suppressions');
    await heading('No suppressed addresses').waitFor();
    await button('Add addresses').first().click();
    await inDialog('Add addresses').click();
    await page.getByRole('dialog').getByText('Enter at least one address.').waitFor();
    await page.getByRole('textbox', { name: 'Addresses' }).fill('ada@example.com\n+234 801 234 5678');
    await page.getByLabel('Note').fill('Asked by phone.');
    await inDialog('Add addresses').click();
    await page.getByText('2 addresses suppressed').waitFor();
    await page.getByRole('row').filter({ hasText: 'ada@example.com' }).getByRole('cell', { name: 'Manual' }).waitFor();
    await page.getByLabel('Reason', { exact: true }).selectOption('bounce');
    await heading('No matches for this reason').waitFor();
    await until('the address has it', () => new URL(page.url()).searchParams.get('reason') === 'bounce');
    await button('Show all').click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toBe('suppressions.csv');
    await button(/^Remove .*2348012345678/).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove suppression' }).click();
    await page.getByText('can receive messages again').waitFor();
    await page.getByRole('row').filter({ hasText: '2348012345678' }).waitFor({ state: 'detached' });
  });

  it('finds a message, and explains why it was not sent', async () => {
    const id = await send('ada@example.com');
    await page.goto('/messages');
    await page.getByLabel('Subject, address, name or ID').fill(id);
    await page.waitForURL(`**/messages?search=${id}`);
    await page.locator(`a[href="/messages/${id}"]`).click();
    await page.waitForURL(`/messages/${id}`);
    visited.push(`/messages/${id}`);
    await page
      .getByRole('region', { name: 'Delivery' })
      .getByText('ada@example.com has been suppressed since')
      .waitFor();
  });

  it('follows a message through the provider, without executing its content', async () => {
    const id = await send('grace@example.com');
    await postmark.waitFor(1);
    await page.goto(`/messages/${id}`);
    visited.push(`/messages/${id}`);
    await page
      .getByRole('region', { name: 'Delivery' })
      .getByText(/^postmark accepted it/)
      .waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByText('Accepted by the provider').waitFor();
    await page.getByRole('region', { name: 'Recipients' }).getByText('Sent', { exact: true }).waitFor();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Hello, Grace' }).waitFor();
    expect(await frame.locator('body').innerText()).not.toContain('owned');
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toMatch(/allow-(?:scripts|same-origin|forms)/);
  });

  it('tests a template, shows an older version, and rolls back after confirmation', async () => {
    const { body: made } = await call('POST /console/templates', {
      body: {
        name: 'order-shipped',
        subject: 'For {{ name }}',
        html: `${HTML}<p>{{ order.id }}</p>`,
        text: 'It left.',
      },
    });
    await call(`PUT /console/templates/${made.id}`, { body: { html: '<h1>Hi, {{ name }}</h1>', note: 'Shorter' } });
    await page.goto('/templates');
    const row = page.getByRole('row').filter({ hasText: 'order-shipped' });
    await row.getByRole('cell', { name: '2', exact: true }).waitFor();
    await row.getByRole('link').click();
    await page.waitForURL(`/templates/${made.id}`);
    await page.getByRole('status').getByText('1 variable is missing: name.').waitFor();
    await page.getByLabel('name', { exact: false }).first().fill('Ada <b>');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Hi, Ada <b>' }).waitFor();
    await page.getByText('For Ada <b>').waitFor();
    await button('Preview version 1').click();
    await heading('Preview of version 1').waitFor();
    await frame.getByRole('heading', { name: 'Hello, Grace' }).waitFor();
    expect(await frame.locator('body').innerText()).not.toContain('owned');
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toMatch(/allow-(?:scripts|same-origin|forms)/);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('tabpanel').getByText('It left.').waitFor();
    await button('Roll back to version 1').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('Version 3 is now active, with the content of version 1').waitFor();
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await versions.first().getByText('Version 3').waitFor();
    expect(await versions.first().innerText()).toContain('Active');
    await until('the address is that of the template', () => new URL(page.url()).search === '');
    visited.push(`/templates/${made.id}`);
  });

  it('shows the sending profiles, and edits them', async () => {
    await page.goto('/settings/profiles');
    await heading('No sending profiles yet').waitFor();
    await page.getByText('API', { exact: true }).click();
    await page.getByText('/console/profiles').waitFor();
    const { body } = await call('GET /console/integrations');
    const account = (body.data as { id: string; provider: string }[]).find(({ provider }) => provider === 'postmark');
    const from = { from_name: 'Shop', from_email: 'shop@dundun.test', reply_to: 'help@dundun.test' };
    const { body: made } = await call('POST /console/profiles', { body: { name: 'Receipts', ...from, integration_id: account?.id } }); // prettier-ignore
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Receipts' });
    for (const text of ['shop@dundun.test', 'help@dundun.test', 'Postmark'])
      await row.getByRole('cell', { name: text }).waitFor();
    await page.getByText('No default is set').waitFor();
    await call(`POST /console/profiles/${made.id}/default`);
    await row.getByText('Default', { exact: true }).waitFor();
  });

  it('links from a list to its form, and from a subscriber to their consent', async () => {
    const { body: list } = await call('POST /v1/lists', { body: { title: 'Monthly news' } });
    await page.goto(`/lists/${list.id}`);
    await button('Form').click();
    const form = page.getByRole('dialog');
    const url = await form.getByRole('link', { name: 'Open page' }).getAttribute('href');
    await form.getByText(`<form method="post" action="${url}" data-dundun="join">`).waitFor();
    await form.getByRole('button', { name: 'Copy link' }).waitFor();
    await page.keyboard.press('Escape');
    const hosted = await browser.newPage();
    await hosted.goto(url ?? '');
    await hosted.getByLabel('Email address').fill('joan@example.com');
    await hosted.waitForTimeout(2_100); // who is quicker than a person is asked to press again
    await hosted.getByRole('button', { name: 'Subscribe' }).click();
    await hosted.getByText('Thank you').waitFor();
    await hosted.close();
    await button('Actions for joan@example.com').click();
    await page.getByRole('menuitem', { name: 'View consent' }).click();
    await page.waitForURL(/\/consents\?uid=/);
    const steps = page.getByRole('list', { name: 'Consent history, newest first' }).getByRole('listitem');
    for (const text of ['Subscribed', 'Hosted form', 'joan@example.com', 'Monthly news'])
      await steps.getByText(text, { exact: true }).waitFor();
    const uid = new URL(page.url()).searchParams.get('uid') ?? '';
    visited.push(`/consents?uid=${uid}`);
    for (const subscribed of Array.from({ length: 20 }, (_, index) => index % 2 === 1))
      await call(`PUT /v1/lists/${list.id}/subscribers/${uid}`, { body: { subscribed } });
    await page.reload();
    await steps.nth(19).waitFor();
    expect(await steps.count()).toBe(20);
    await button('Older').click();
    await steps.getByText('Hosted form', { exact: true }).waitFor();
    await button('Newer').click();
    await steps.getByText('API', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Back to list' }).click();
    await page.waitForURL(`/lists/${list.id}`);
  });

  it('shows timeline entries of all messages, and unknown words', async () => {
    const step = { list: null, channels: ['sms'], ip: null, user_agent: null, request_id: null, text_shown: null, at: '2026-11-20T09:30:00.000Z' }; // prettier-ignore
    const data = [
      { ...step, action: 'resumed', method: 'sms', address: '2348012345678', text_said: 'START' },
      { ...step, action: 'pondered', method: 'telepathy', address: null, text_said: null },
    ];
    await page.route('**/api/console/people/u-1/consents?*', (route) =>
      route.fulfill({ json: { data, next_cursor: null, previous_cursor: null } }),
    );
    await page.goto('/consents?uid=u-1');
    const steps = page.getByRole('list', { name: 'Consent history, newest first' }).getByRole('listitem');
    for (const text of ['Opted in again', 'All messages', 'Text message', 'START'])
      await steps.first().getByText(text, { exact: true }).waitFor();
    await steps.last().getByText('telepathy').waitFor();
    await page.unrouteAll();
    await page.goto('/consents?uid=nobody');
    await heading('Person not found').waitFor();
  });

  it('shows how long content is kept', async () => {
    await page.goto('/messages');
    await page.getByText('kept as long as the message record').waitFor();
    await call('PUT /console/workspace', { body: { content_days: 30 } });
    await page.reload();
    await page.getByText('kept for 30 days').waitFor();
  });

  it('changes the settings of public keys, and shows which limit was reached', async () => {
    const { body: list } = await call('POST /v1/lists', { body: { title: 'Strict news' } });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    const budgets = page.locator('form').filter({ has: page.getByLabel('Per network and hour') });
    const save = budgets.getByRole('button', { name: 'Save' });
    await page.getByLabel('Per network and hour').fill('0');
    await save.click();
    await page.getByText('Enter a whole number from 1 to 1,000,000.').waitFor();
    await page.getByLabel('Per network and hour').fill('1');
    await save.click();
    await page.getByText('Settings saved').waitFor();
    for (const name of ['first', 'second']) {
      const body = { email: `${name}@example.com`, lists: [list.id] };
      expect(await call(`PUT /v1/users/${name}`, { as: 'key', body })).toMatchObject({ status: 200 });
    }
    await page.reload();
    await heading('Something to look at').waitFor();
    await page.getByText('The network 127.0.0.0/24').waitFor();
    await page.getByText('1 mail not sent').waitFor();
    await page.getByRole('navigation').getByText('There is something to look at.').waitFor({ state: 'attached' });
    const strict = page.getByRole('switch', { name: 'Strict public keys' });
    await strict.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Strict public keys are off').waitFor();
    expect((await call('GET /console/workspace')).body).toMatchObject({ strict_public_keys: false, network_budget: 1 });
    await strict.click();
    await page.getByText('Strict public keys are on').waitFor();
  });

  it('still knows the addresses that pages had before they became settings', async () => {
    for (const name of ['domains', 'providers', 'profiles', 'suppressions']) {
      await page.goto(`/${name}`);
      expect(new URL(page.url()).pathname).toBe(`/settings/${name}`);
    }
  });

  it('explains unknown messages, domains and templates', async () => {
    await page.goto('/messages/01934870-0c55-7d0b-b0d5-94a1c9a4ff10');
    await heading('Message not found').waitFor();
    await page.goto('/settings/domains/01934870-0c55-7d0b-b0d5-94a1c9a4ff10');
    await heading('Domain not found').waitFor();
    await page.goto('/templates/01934870-0c55-7d0b-b0d5-94a1c9a4ff10');
    await heading('Template not found').waitFor();
  });

  it('fits a window of 360 pixels', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of [...PATHS, ...visited]) {
      await page.goto(path);
      await heading('').first().waitFor();
      await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
      expect([path, await overflow(page)]).toEqual([path, 0]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('made no foreign request, and logged no error', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(complaints()).toEqual([]);
  });
});
