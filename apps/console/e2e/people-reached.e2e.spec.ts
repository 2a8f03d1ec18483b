/**
 * @slow drives Chromium, and waits until an open is not taken for a machine's
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, signIn } from './browser.js';

jest.setTimeout(180_000);

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

describe('what is known of people, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let call: Call;
  let list: string;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    list = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id;
    const ada = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' };
    await call('PUT /v1/users/ada', { body: { ...ada, lists: [list] } });
    await call('PUT /v1/users/double', { body: { email: 'ada@example.org', first_name: 'Ada', last_name: 'L.' } });
    await call('PUT /v1/users/phone', { body: { first_name: 'Grace', number: '2348012345678', lists: [list] } });
    await call('POST /v1/users/ada/events', { body: { event: 'Order placed' } });
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(30_000);
    await signIn(page, product);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text }).first();

  it('says how many people can get email and SMS, of all and of a list', async () => {
    await page.goto('/people');
    const head = page.getByRole('main').locator('header').first();
    await head.getByText('3 people').waitFor();
    await head.getByText('2 can get email').waitFor();
    await head.getByText('1 can get SMS').waitFor();
    await head.getByText(/^Counted/).waitFor();
    await button('What “Can get email, can get SMS” means').click();
    await page.getByText('Whether they agreed to a list is not part of it').waitFor();
    await page.goto(`/lists/${list}`);
    const fact = (label: string) => page.locator('dl > div').filter({ hasText: label });
    await fact('On the list').getByText('= 2 subscribed + 0 pending + 0 suppressed').waitFor();
    await fact('Can get email').getByText('1', { exact: true }).waitFor();
    await fact('Can get SMS').getByText('1', { exact: true }).waitFor();
  });

  it('shows consent by channel, where the list is known', async () => {
    const ada = page.getByRole('row').filter({ hasText: 'ada@example.com' });
    const byNumber = page.getByRole('row').filter({ hasText: 'Grace' });
    await call('POST /console/suppressions', { body: { addresses: ['2348012345678'] } });
    for (const path of [`/lists/${list}`, `/people?list=${list}`]) {
      await page.goto(path);
      const consents = async (row: typeof ada) => (await row.getByRole('cell').allInnerTexts()).map((text) => text.trim()); // prettier-ignore
      await page.getByRole('columnheader', { name: 'Email consent' }).waitFor();
      await page.getByRole('columnheader', { name: 'SMS consent' }).waitFor();
      await ada.waitFor();
      expect((await consents(ada)).filter((text) => text === 'Subscribed')).toHaveLength(2);
      expect(await consents(byNumber)).toEqual(expect.arrayContaining(['Subscribed', 'None', 'Suppressed']));
    }
    await page.goto('/people');
    await ada.waitFor();
    expect(await page.getByRole('columnheader', { name: 'Email consent' }).count()).toBe(0);
    await call('DELETE /console/suppressions/2348012345678');
  });

  it('shows an unsubscribed member at once, and takes that back when the call fails', async () => {
    const ada = page.getByRole('row').filter({ hasText: 'ada@example.com' });
    const isChange = (url: URL) => url.pathname.includes('/subscribers/');
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(isChange, async (route) => {
      await held;
      await route.fulfill({ status: 503, json: { error: 'Not now.' } });
    });
    await page.goto(`/lists/${list}`);
    await button('Actions for Ada Lovelace').click();
    await page.getByRole('menuitem', { name: 'Unsubscribe' }).click();
    const left = ada.getByRole('cell', { name: 'Unsubscribed', exact: true });
    await left.waitFor();
    answer();
    await toast('Something went wrong').waitFor();
    await left.waitFor({ state: 'detached' });
    await ada.getByRole('cell', { name: 'Subscribed', exact: true }).first().waitFor();
    await page.unroute(isChange);
  });

  it('shows what somebody did with a message, and machines apart', async () => {
    const send = async (subject: string) => {
      const html = '<a href="https://shop.test/sale">Sale</a>';
      const body = { from: { name: 'News', email: 'news@dundun.test' }, to: 'ada@example.com', subject, html, track_opens: true, track_clicks: true }; // prettier-ignore
      const { id } = (await call('POST /v1/send/email', { body })).body;
      const inbox = async () => (await call('GET /console/inbox?limit=30&to=ada%40example.com')).body.data as { id: string; subject: string }[]; // prettier-ignore
      const mail = await until('it is captured', async () => (await inbox()).find((each) => each.subject === subject));
      const content = (await call(`GET /console/inbox/${mail.id}`)).body.html as string;
      const urlOf = (kind: 'o' | 'c') => new RegExp(`http:[^"'> ]+/t/${kind}/[\\w.-]+`).exec(content)?.[0] as string;
      return { id: id as string, pixel: urlOf('o'), link: urlOf('c') };
    };
    const visit = (url: string, userAgent: string) =>
      fetch(url, { redirect: 'manual', headers: { 'User-Agent': userAgent } });
    const [read, preloaded] = [await send('Read by a person'), await send('Loaded by a proxy')];
    await visit(preloaded.pixel, 'Mozilla/5.0');
    const done = async () =>
      (await call(`GET /console/message-engagements?messages=${read.id},${preloaded.id}`)).body.data as { kind: string; by: string }[]; // prettier-ignore
    // What comes within two seconds of the hand-over is a machine's.
    await until('a person opened and clicked it', async () => {
      for (const url of [read.pixel, read.link]) await visit(url, CHROME);
      const people = (await done()).filter(({ by }) => by === 'person').map(({ kind }) => kind);
      return people.includes('open') && people.includes('click');
    }, { every: 500 }); // prettier-ignore
    await page.goto('/people/profile?uid=ada&tab=activity');
    const message = (subject: string) => page.getByRole('listitem').filter({ hasText: subject }).first();
    await message('Read by a person')
      .getByText(/^Opened/)
      .waitFor();
    await message('Read by a person').getByText('https://shop.test/sale').waitFor();
    await message('Loaded by a proxy').getByText('Open unknown').waitFor();
    await page.getByLabel('Show', { exact: true }).getByRole('radio', { name: 'Consent' }).click();
    await message('Read by a person').waitFor({ state: 'detached' });
    await page.getByLabel('Show', { exact: true }).getByRole('radio', { name: 'Messages' }).click();
    await message('Read by a person').waitFor();
    expect(await page.getByRole('list', { name: 'Activity' }).getByText('Order placed').count()).toBe(0);
  });
});
