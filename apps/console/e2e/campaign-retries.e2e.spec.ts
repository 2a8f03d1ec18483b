/**
 * @slow sends a campaign whose outcome stays unknown, and retries it in Chromium
 */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { aReachableNumber } from '@dundun/domain/sms-marketing/testing';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the console knows no provider; its test fakes one
import { startFakeTwilio, type FakeTwilio } from '@dundun/providers/testing';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, signIn } from './browser.js';

jest.setTimeout(240_000);

const PATIENTLY = { ms: 90_000 };
/** Ages held messages as if their provider had said nothing for long. */
const LATER = `
  UPDATE messages SET created_at = created_at - interval '20 minutes', due_at = due_at - interval '20 minutes'
  WHERE status = 'held'`;

let product: Product;
let twilio: FakeTwilio;
let browser: Browser;
let page: Page;
let call: Call;
let id: string;

beforeAll(async () => {
  twilio = await startFakeTwilio();
  product = await startProduct({ console: true, environment: { EMBEDDED: 'true', OUTBOUND_ALLOW: '127.0.0.0/8' } });
  call = caller(product);
  await call('PUT /console/workspace', { body: { sms_quiet_hours: null } });
  const { data } = (await call('GET /console/integrations')).body as { data: { id: string; source: string }[] };
  for (const one of data) if (one.source === 'twilio') await call(`DELETE /console/integrations/${one.id}`);
  const { origin: endpoint, settings } = twilio;
  await call('POST /console/integrations', { body: { provider: 'twilio', settings, endpoint, sender_ids: ['SHOP'] } });
  const list = (await call('POST /v1/lists', { body: { title: 'Shop news' } })).body.id as string;
  await call(`POST /v1/lists/${list}/subscribers`, { body: { number: aReachableNumber(), first_name: 'Ada' } });
  const text = 'Hi {{ first_name }}, 20% off. {{ unsubscribe_url }}';
  const body = { name: 'Sale', channel: 'sms', lists: [list], sms_source: 'twilio', sms_from: 'SHOP', text };
  id = (await call('POST /console/campaigns', { body })).body.id as string;
  browser = await openBrowser();
  page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 1000 } });
  page.setDefaultTimeout(30_000);
  await signIn(page, product);
});

afterAll(async () => {
  await browser?.close();
  await product?.close();
  await twilio?.close();
});

const read = async () => (await call(`GET /console/campaigns/${id}`)).body;

/** Lets the time pass in which the provider could still report what became of a message that it was cut off at. */
async function theOutcomeStaysUnknown(): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const isAged = async () => (await client.query(LATER)).rowCount === 1;
  try {
    await until('a message is held, and aged', isAged, PATIENTLY);
  } finally {
    await client.end();
  }
  await until('it is sent', async () => (await read()).state === 'sent', PATIENTLY);
}

const dialog = () => page.getByRole('dialog', { name: 'Try messages again' });
async function opened(): Promise<void> {
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Try failed messages again…' }).click();
}

it('a marketer reads how many messages may arrive twice, and is refused if somebody else was faster', async () => {
  twilio.mode = 'cut';
  const at = new Date(Date.now() - 1_000).toISOString();
  expect((await call(`POST /console/campaigns/${id}/start`, { body: { at } })).body).toMatchObject({
    state: 'scheduled',
  });
  await theOutcomeStaysUnknown();
  await opened();
  await dialog().getByText('1 person: it is not known whether it arrived').waitFor();
  await dialog().getByText('People who have it already get it a second time.').waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 1000 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
  const body = { what: 'unknown', confirm_count: 1 };
  expect((await call(`POST /console/campaigns/${id}/retry`, { body })).status).toBe(200);
  await dialog().getByRole('button', { name: 'Send to 1 person again' }).click();
  await page.getByText('The campaign cannot be retried: it is sending.').waitFor();
  await theOutcomeStaysUnknown();
  expect((await read()).messages).toMatchObject({ unknown: 1, replaced: 1 });
});

it('a marketer makes the message again, once, and nobody is left to retry', async () => {
  twilio.mode = 'ok';
  await opened();
  await dialog().getByRole('button', { name: 'Send to 1 person again' }).click();
  await page.getByText('Sending again').waitFor();
  await dialog().waitFor({ state: 'detached' });
  await until('the other message is sent', async () => (await read()).messages.sent === 1, PATIENTLY);
  await until('the campaign is sent', async () => (await read()).state === 'sent', PATIENTLY);
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('region', { name: 'What next' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try failed messages again…' }).count()).toBe(0);
});
