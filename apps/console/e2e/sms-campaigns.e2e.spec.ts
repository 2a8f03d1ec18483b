/**
 * @slow drafts and sends a campaign by SMS in Chromium
 */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { aReachableNumber } from '@dundun/domain/sms-marketing/testing';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, signIn } from './browser.js';

jest.setTimeout(240_000);

const PATIENTLY = { ms: 120_000 };

let product: Product;
let browser: Browser;
let page: Page;
let call: Call;
const number = aReachableNumber();

beforeAll(async () => {
  product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
  call = caller(product);
  await call('PUT /console/workspace', { body: { sms_quiet_hours: null } });
  const list = (await call('POST /v1/lists', { body: { title: 'Shop news' } })).body.id as string;
  await call(`POST /v1/lists/${list}/subscribers`, { body: { number, first_name: 'Ada' } });
  browser = await openBrowser();
  page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 1000 } });
  page.setDefaultTimeout(60_000);
  await signIn(page, product);
});

afterAll(async () => {
  await browser?.close();
  await product?.close();
});

it('a marketer drafts a campaign by SMS, sees what it costs, sends it and reads the report', async () => {
  await page.goto('/campaigns');
  await page.getByRole('button', { name: 'New campaign' }).first().click();
  await page.getByLabel('Name').fill('Autumn sale');
  await page.getByLabel('Sent as').selectOption('sms');
  await page.getByRole('dialog').getByRole('button', { name: 'New campaign' }).click();
  await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1) as string;
  await page.getByRole('combobox', { name: 'Add a list or segment', exact: true }).fill('Shop news');
  await page.getByRole('option', { name: /^Shop news/ }).click();
  const sender = page.getByLabel('Sender');
  await until('senders are offered', async () => (await sender.locator('option').count()) > 1, PATIENTLY);
  await sender.selectOption({ index: 1 });
  await page.getByLabel('Text', { exact: true }).fill('Hi {{ first_name | default: "you" }}, 20% off this week.');
  await page.getByRole('button', { name: 'Add a way out' }).click();
  await page.locator('[data-estimate="1"]').waitFor();
  await page.getByRole('figure', { name: 'Preview of the SMS' }).getByText('Hi you, 20% off').waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 1000 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.getByRole('button', { name: 'Try another text' }).click();
  await page.getByLabel('Text B', { exact: true }).fill('Last days: 20% off.');
  await page.getByText('Its text does not say how to get no more of them', { exact: false }).waitFor();
  await page.getByLabel('Text B', { exact: true }).fill('Last days: 20% off. {{ unsubscribe_url }}');
  await page.getByRole('button', { name: 'Try another text' }).click();
  await page.getByLabel('Text C', { exact: true }).fill('Today: 20% off. {{ unsubscribe_url }}');
  expect(await page.getByRole('button', { name: 'Try another text' }).count()).toBe(0);
  await page.getByLabel('Share of the audience that tries them').selectOption('100');
  await page.getByText('Ready to send').waitFor();
  await page.locator('[data-saving="saved"]').waitFor();
  const { variants, test } = (await call(`GET /console/campaigns/${id}`)).body;
  expect(variants).toMatchObject([{ text: 'Last days: 20% off. {{ unsubscribe_url }}' }, { text: 'Today: 20% off. {{ unsubscribe_url }}' }]); // prettier-ignore
  expect(test.percent).toBe(100);
  await call(`POST /console/campaigns/${id}/start`, { body: { at: new Date(Date.now() - 1_000).toISOString() } });
  await page.reload();
  await page.locator('[data-state="sent"]').waitFor({ timeout: PATIENTLY.ms });
  await page.locator('[data-segments="1"]').waitFor();
  await page.getByRole('link', { name: number }).waitFor();
  await page.getByRole('rowheader', { name: 'b Last days: 20% off.', exact: false }).waitFor();
});
