/**
 * @slow drives Chromium through the home and the explorer of events, with and without a pointer
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, watch, type Watch } from './browser.js';

jest.setTimeout(180_000);

const LONG = 'عميل '.repeat(30).trim();

describe('the home and the explorer of events', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    seen = watch(page, product.consoleUrl);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const dialog = () => page.getByRole('dialog');
  const param = (name: string) => new URL(page.url()).searchParams.get(name);

  it('signs in with the keyboard alone, to the home', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').focus();
    await page.keyboard.type(product.email);
    await page.keyboard.press('Tab');
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.type(product.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Get to your first email' }).waitFor();
    await until('the title says where', async () => (await page.title()).startsWith('Home'));
  });

  it('leads from an empty workspace to the first email in the inbox in three clicks', async () => {
    await page.getByRole('button', { name: 'Send test email' }).click();
    await dialog().getByRole('button', { name: 'Send', exact: true }).click();
    await dialog().getByRole('link', { name: 'Open inbox' }).click();
    await page.waitForURL(/\/inbox/);
    await page.getByText('Your first email from Dundun').first().waitFor();
  });

  it('counts what was sent, and shows it as a table', async () => {
    await page.goto('/');
    const today = page.getByRole('region', { name: 'Today' });
    await today.getByText('100% of those sent').waitFor();
    const chart = page.getByRole('region', { name: 'Last 30 days' }).last();
    await chart.getByRole('button', { name: 'Show as table' }).click();
    expect(await chart.getByRole('row').count()).toBe(31);
    await page.getByRole('radio', { name: 'Opens and clicks' }).click();
    await until('the address has it', () => param('chart') === 'engagement');
    await page.getByRole('switch', { name: 'Include machines' }).click();
    await chart.getByRole('columnheader', { name: 'Opens by machines' }).waitFor();
    await page.goBack();
    await until('Back undoes one choice', () => param('chart') === null);
  });

  it('says what needs attention, with the way to mend it', async () => {
    await call('POST /console/domains', { body: { domain: 'shop.example' } });
    await page.reload();
    await page.getByText('shop.example is not verified').waitFor();
    await page.getByRole('link', { name: 'See records' }).click();
    await page.getByRole('heading', { name: 'shop.example' }).waitFor();
  });

  it('explores events by name, people and properties, in the address', async () => {
    await call('PUT /v1/users/ada', { body: { first_name: LONG, email: 'ada@example.com' } });
    const past = new Date(Date.now() - 3 * 86_400_000).toISOString();
    for (const [uid, timestamp] of [
      ['ada', undefined],
      ['ada', past],
      ['grace', undefined],
    ] as const)
      await call(`POST /v1/users/${uid}/events`, { body: { event: 'Order placed', timestamp, properties: { plan: 'pro' } } }); // prettier-ignore
    await call('POST /v1/users/ada/events', { body: { event: LONG } });
    await page.goto('/events?view=explore');
    const row = page.getByRole('row').filter({ hasText: 'Order placed' });
    await until('all are counted', async () => /3\s*2$/.test((await row.innerText()).trim()));
    await row.getByRole('button', { name: 'Order placed' }).click();
    await dialog().getByRole('region', { name: 'plan' }).getByText('pro').waitFor();
    await page.reload();
    await dialog().getByRole('region', { name: 'plan' }).waitFor();
    await page.keyboard.press('Escape');
    await until('the panel is closed', () => param('name_open') === null);
    await page.getByRole('radio', { name: 'Today' }).click();
    await until('the day before yesterday is left out', async () => /2\s*2$/.test((await row.innerText()).trim()));
  });

  it('shows of a late event when it happened, and keeps its panel in the address', async () => {
    await page.goto('/events');
    await page.getByText(/happened \d/).first().click(); // prettier-ignore
    await dialog().getByText('"pro"').waitFor();
    await until('the address has it', () => param('open') !== null);
    await page.reload();
    await dialog().getByText('"pro"').waitFor();
    await page.keyboard.press('Escape');
  });

  it('finds people in the command palette, by the keyboard', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('ada@example');
    await page.getByRole('option', { name: /ada@example\.com/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/people\/profile\?uid=ada/);
  });

  it('made no foreign request, and logged no error', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(seen.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
