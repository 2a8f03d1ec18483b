/**
 * What stays and what is said when somebody leaves a page, goes back, or loses the connection.
 *
 * @slow drives Chromium through the pages with filters, and takes the connection away from ten pages
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, signIn } from './browser.js';

jest.setTimeout(240_000);

const PATIENTLY = { ms: 60_000 };

describe('what stays, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let call: Call;
  let [news, beta, segment, template, message, campaign] = ['', '', '', '', '', ''];

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    news = await made('POST /v1/lists', { title: 'Product news' });
    beta = await made('POST /v1/lists', { title: 'Beta testers' });
    template = await made('POST /console/templates', { name: 'first-steps', subject: 'Hi', html: '<p>Hi</p>' });
    await call(`PUT /console/templates/${template}`, { body: { labels: ['onboarding'] } });
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(30_000);
    await signIn(page, product);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  async function made(route: string, body: object): Promise<string> {
    const { status, body: answer } = await call(route, { body });
    if (!answer.id) throw new Error(`${route} answers ${status}: ${JSON.stringify(answer)}`);
    return answer.id as string;
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const param = (name: string) => new URL(page.url()).searchParams.get(name);

  it('shows somebody without any code what an event and a file look like', async () => {
    await page.goto('/events');
    await button('Send a test event').click();
    await page.getByRole('list', { name: 'Events, newest first' }).getByText('test-person').waitFor();
    await page.goto('/people/imports');
    const sample = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download a sample file' }).click();
    const text = await (await sample).createReadStream().then((stream) => stream.toArray()).then((all) => Buffer.concat(all).toString()); // prettier-ignore
    expect(text.split('\r\n')[0]).toBe('Email,First name,Last name,Phone number,Plan');
  });

  it('links a mail of a campaign to the campaign, and a person to their segments', async () => {
    await call('PUT /v1/users/ada', { body: { email: 'ada@example.com', first_name: 'Ada', lists: [news] } });
    segment = await made('POST /v1/segments', { name: 'Close friends', kind: 'manual' });
    await call(`POST /v1/segments/${segment}/people`, { body: { add: ['ada'] } });
    const content = { subject: 'News', text: 'Hello {{ unsubscribe_url }}' };
    campaign = await made('POST /console/campaigns', { name: 'November', lists: [news], ...content });
    await call(`POST /console/campaigns/${campaign}/start`, { body: { at: new Date(Date.now() - 1_000).toISOString() } }); // prettier-ignore
    const sent = async () => (await call('GET /v1/messages?address=ada@example.com')).body.data as { id: string }[];
    await until('the mail is there', async () => (await sent()).length === 1, PATIENTLY);
    message = (await sent())[0]?.id ?? '';
    await page.goto(`/messages/${message}`);
    await page.getByRole('main').getByRole('link', { name: 'November' }).first().click();
    await page.waitForURL(`/campaigns/${campaign}`);
    await page.goto('/people/profile?uid=ada');
    await page.getByRole('main').getByRole('link', { name: 'Close friends' }).click();
    await page.waitForURL(`/segments/${segment}`);
  });

  it('undoes one choice by Back', async () => {
    await call('POST /console/suppressions', { body: { addresses: ['gone@example.com'] } });
    const chosen = (label: string, option: string) => () =>
      page.getByRole('main').getByLabel(label, { exact: true }).selectOption({ label: option });
    const choices = [
      { path: `/lists/${news}`, name: 'status', choose: () => page.getByRole('radio', { name: 'Pending' }).click() },
      { path: '/settings/suppressions', name: 'reason', choose: chosen('Reason', 'Manual') },
      { path: '/templates', name: 'label', choose: chosen('Label', 'onboarding') },
    ];
    for (const { path, name, choose } of choices) {
      await page.goto(path);
      await page.getByRole('table').first().waitFor();
      await choose();
      await until(`${name} is in the address`, () => param(name) !== null);
      await page.goBack();
      await until(`Back undid ${name}`, () => param(name) === null && new URL(page.url()).pathname === path);
    }
    await page.goto('/events?event=Test+event');
    await button('Clear filters').click();
    await until('the filter is gone', () => param('event') === null);
    await page.goBack();
    await until('Back brought it back', () => param('event') === 'Test event');
  });

  it('shows a job and its undo after a reload', async () => {
    await page.goto(`/lists/${news}`);
    await page.getByRole('row').getByRole('checkbox').nth(1).click();
    await button('Add to lists').click();
    await page.getByRole('checkbox', { name: 'Beta testers' }).check();
    await page.getByLabel('How did these people agree?').fill('They asked for it.');
    await button('Add').click();
    await page.getByText('1 added').waitFor();
    await page.reload();
    await page.getByText('1 added').waitFor();
    await button('Undo').click();
    await page.getByText('1 undone').waitFor();
    await page.reload();
    await page.getByText('1 undone').waitFor();
    expect((await call(`GET /v1/lists/${beta}`)).body.subscriber_count).toBe(0);
    await button('Close').click();
    await until('the address forgets it', () => param('undo') === null);
  });

  it('says of what is shown that it is no longer fresh, once the service cannot be reached', async () => {
    const paths = [`/lists/${news}`, `/messages/${message}`, '/templates', `/templates/${template}`, '/settings/suppressions', '/settings/team', '/settings/profiles', '/inbox', '/people/imports', '/account']; // prettier-ignore
    for (const path of paths) {
      await page.goto(path);
      await page.locator('main h1').first().waitFor();
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
      expect([path, await page.getByText(/· retrying$/).count()]).toEqual([path, 0]);
      await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
      await until(
        `${path} says so`,
        async () => {
          await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
          return (await page.getByText(/· retrying$/).count()) === 1;
        },
        PATIENTLY,
      );
      await page.unroute('**/api/**');
    }
  });
});
