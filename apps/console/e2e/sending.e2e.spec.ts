import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the console knows no provider; its test plays one
import { startFakePostmark, type FakePostmark } from '@dundun/providers/testing';
import { caller, startDns, startProduct, until, type Call, type Product, type TestDns } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

const HTML = `<h1>Hello, Grace</h1><script>document.body.innerHTML = 'owned'</script>`;
const PATHS = ['/domains', '/providers', '/suppressions', '/messages'];

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
    page.setDefaultTimeout(10_000);
    seen = watch(page, product.consoleUrl);
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await postmark?.close();
    await dns?.close();
  }, 60_000);

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

  it('leads to the domains from the navigation after the login', async () => {
    await page.goto('/lists');
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await button('Log in').click();
    await page.getByRole('navigation').getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('row').filter({ hasText: 'dundun.test' }).getByRole('cell', { name: 'Connected' }).waitFor();
  });

  it('says why a domain is not taken, then shows the records of one that is', async () => {
    await button('Add a domain').click();
    await page.getByLabel('Domain', { exact: true }).fill('not a domain');
    await inDialog('Add a domain').click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByLabel('Domain', { exact: true }).fill('news.example.com');
    await inDialog('Add a domain').click();
    await page.waitForURL(/\/domains\/.+/);
    visited.push(new URL(page.url()).pathname);
    await heading('news.example.com').waitFor();
    const records = page.getByRole('table', { name: 'DNS records' });
    await records.getByText('_dmarc.news.example.com', { exact: true }).waitFor();
    expect(await records.getByText('Not checked').count()).toBe(await records.getByRole('row').count().then((rows) => rows - 1)); // prettier-ignore
  });

  it('checks the records when asked: what is missing, then that it is connected', async () => {
    await button('Check now').click();
    await page.getByText(/required records? (?:is|are) not there yet/).waitFor();
    await page.getByRole('row').filter({ hasText: 'Required' }).getByText('Missing').first().waitFor();
    const { data } = await page.request.get('/api/console/domains').then((answer) => answer.json());
    const { id } = (data as { id: string; domain: string }[]).find(({ domain }) => domain === 'news.example.com') ?? {};
    const { records } = await page.request.get(`/api/console/domains/${id}`).then((answer) => answer.json());
    dns.publish(...records);
    await button('Check now').click();
    await page.getByText('news.example.com is connected').waitFor();
    await page.getByRole('main').locator('header').getByText('Connected', { exact: true }).waitFor();
  });

  it('changes the keys and deletes a domain only after asking', async () => {
    await button('Actions for news.example.com').click();
    await page.getByRole('menuitem', { name: 'Change the keys' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change the keys' }).click();
    await page.getByText('The new keys sign now').waitFor();
    await page.getByText('keep for now').first().waitFor();
    await button('Actions for news.example.com').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await heading('news.example.com').waitFor();
  });

  it('leads from an SMS in the inbox to what became of it', async () => {
    const sms = { from: 'DUNDUN', to: '2348055500001', body: 'Your code is 4711', source: 'termii' };
    const { body } = await call('POST /v1/send/sms', { body: sms });
    await page.goto('/inbox');
    await page.getByRole('link', { name: /2348055500001/ }).click();
    await page.getByRole('link', { name: 'What became of it' }).click();
    await page.waitForURL(`/messages/${body.id}`);
    await page.getByRole('region', { name: 'Why' }).getByText('The built-in inbox kept it').waitFor();
  });

  it('leads from an email in the inbox to what became of it', async () => {
    const id = await send('grace@example.com');
    await page.goto('/inbox');
    await page.getByRole('link', { name: /grace@example\.com/ }).click();
    await page.getByRole('link', { name: 'What became of it' }).click();
    await page.waitForURL(`/messages/${id}`);
    await page.getByRole('region', { name: 'Why' }).getByText('The built-in inbox kept it').waitFor();
    await page.getByRole('region', { name: 'Recipients' }).getByText('Captured', { exact: true }).waitFor();
    visited.push(`/messages/${id}`);
  });

  it('connects a provider from its own form, once its credentials are right', async () => {
    await page.goto('/providers');
    await heading('Connect your first provider').waitFor();
    await button('Connect a provider').first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Postmark/ })
      .click();
    expect(await page.getByLabel('Server token').getAttribute('type')).toBe('password');
    await page.getByLabel('Server token').fill('not-the-token');
    await page.getByText('More settings').click();
    await page.getByLabel('Address to call').fill(postmark.origin);
    await inDialog('Try and connect').click();
    await page.getByRole('dialog').getByRole('alert').getByText('valid Server token').waitFor();
    await page.getByLabel('Server token').fill(postmark.settings.serverToken);
    await inDialog('Try and connect').click();
    await card().getByText('Works').waitFor();
    expect(await card().getByText('/hooks/providers/').innerText()).toMatch(/^http/);
    expect(await page.content()).not.toContain(postmark.settings.serverToken);
  });

  it('tests it, switches it off and on, and says what the provider says', async () => {
    await card().getByRole('button', { name: 'Test' }).click();
    await page.getByText('Postmark works').waitFor();
    await page.getByRole('switch', { name: 'Send through Postmark' }).click();
    await card().getByText('Off').waitFor();
    await page.getByRole('switch', { name: 'Send through Postmark' }).click();
    await card().getByText('Works').waitFor();
  });

  it('orders the providers of a path, and brings the default back', async () => {
    const path = page.getByRole('region', { name: 'Marketing' });
    await path.getByText('Default order').waitFor();
    await path.getByRole('button', { name: 'Add Dundun’s own provider' }).click();
    await path.getByRole('button', { name: 'Try Dundun’s own provider earlier' }).click();
    await path.getByText('Marketing: Dundun’s own provider is number 1 now').waitFor({ state: 'attached' });
    const order = async () => (await page.request.get('/api/console/routes').then((answer) => answer.json())).data;
    await until('it is saved', async () => (await order())[0]?.integrations[0] === null);
    await path.getByRole('button', { name: 'Back to the default' }).click();
    await until('it is gone', async () => (await order()).length === 0);
    await path.getByText('Default order').waitFor();
  });

  it('suppresses addresses, shows those of a reason, and exports them all', async () => {
    await page.goto('/suppressions');
    await heading('Nobody is suppressed').waitFor();
    await button('Add addresses').first().click();
    await inDialog('Add addresses').click();
    await page.getByRole('dialog').getByText('Write at least one address.').waitFor();
    await page.getByRole('textbox', { name: 'Addresses' }).fill('ada@example.com\n+234 801 234 5678');
    await page.getByLabel('Note').fill('Asked by phone.');
    await inDialog('Add addresses').click();
    await page.getByText('2 addresses are suppressed now').waitFor();
    await page.getByRole('row').filter({ hasText: 'ada@example.com' }).getByRole('cell', { name: 'By hand' }).waitFor();
    await page.getByLabel('Reason', { exact: true }).selectOption('bounce');
    await heading('None for this reason').waitFor();
    await until('the address has it', () => new URL(page.url()).searchParams.get('reason') === 'bounce');
    await button('Show all').click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toBe('suppressions.csv');
    await button(/^Remove .*2348012345678/).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the suppression' }).click();
    await page.getByText('can get messages again').waitFor();
    expect(await page.getByRole('row').filter({ hasText: '2348012345678' }).count()).toBe(0);
  });

  it('looks a message up, and tells why it did not leave', async () => {
    const id = await send('ada@example.com');
    await page.goto('/messages');
    await page.getByLabel('Message ID').fill('nonsense');
    await button('Look up').click();
    await page.getByText('An id looks like').waitFor();
    await page.getByLabel('Message ID').fill(id);
    await button('Look up').click();
    await page.waitForURL(`/messages/${id}`);
    visited.push(`/messages/${id}`);
    await page.getByRole('region', { name: 'Why' }).getByText('ada@example.com is suppressed since').waitFor();
  });

  it('follows a message through the provider, and runs nothing of it', async () => {
    const id = await send('grace@example.com');
    await postmark.waitFor(1);
    await page.goto(`/messages/${id}`);
    visited.push(`/messages/${id}`);
    await page
      .getByRole('region', { name: 'Why' })
      .getByText(/^postmark took it/)
      .waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByText('Taken by the provider').waitFor();
    await page.getByRole('region', { name: 'Recipients' }).getByText('Handed over').waitFor();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Hello, Grace' }).waitFor();
    expect(await frame.locator('body').innerText()).not.toContain('owned');
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toMatch(/allow-(?:scripts|same-origin|forms)/);
  });

  it('says so when there is no such message or domain', async () => {
    await page.goto('/messages/01934870-0c55-7d0b-b0d5-94a1c9a4ff10');
    await heading('There is no such message').waitFor();
    await page.goto('/domains/01934870-0c55-7d0b-b0d5-94a1c9a4ff10');
    await heading('There is no such domain').waitFor();
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

  it('has called nobody else, and complained about nothing', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(complaints()).toEqual([]);
  });
});
