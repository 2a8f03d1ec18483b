/**
 * @slow sends a campaign, clicks in its mail and reads the report in Chromium
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, signIn, watch, type Watch } from './browser.js';

jest.setTimeout(240_000);

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 1000 };
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0' };
const PATIENTLY = { ms: 60_000 };

describe('conversions of a campaign, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: DESK });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
    await signIn(page, product);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  it('a marketer says what a campaign is for, and reads what came of it', async () => {
    const list = (await call('POST /v1/lists', { body: { title: 'Shoppers' } })).body.id as string;
    await call('PUT /v1/users/grace', { body: { email: 'grace@example.com' } });
    await call(`POST /v1/lists/${list}/subscribers`, { body: { email: 'grace@example.com' } });
    const html = '<p><a href="https://shop.test/sale">Sale</a></p>';
    const body = {
      name: 'Winter sale',
      subject: 'Sale',
      html,
      lists: [list],
      variants: [{ subject: 'Big sale' }],
      test: { percent: 100 },
    };
    const { id } = (await call('POST /console/campaigns', { body })).body as { id: string };
    const read = async () => (await call(`GET /console/campaigns/${id}`)).body;

    await page.goto(`/campaigns/${id}`);
    await page.getByRole('switch', { name: /^Count conversions/ }).click();
    await page.getByRole('combobox', { name: 'Event', exact: true }).fill('Order paid');
    await page.getByLabel('Property with the amount').fill('total');
    await page.getByLabel('Days after a click').fill('7');
    await page.getByLabel('Event of a refund').fill('Order returned');
    await page.getByLabel('Property that names the order').fill('order');
    await until('the goal is saved', async () => (await read()).conversion?.order === 'order', PATIENTLY);
    expect((await read()).conversion).toMatchObject({ event: 'Order paid', amount: 'total', days: 7 });
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await page.locator('#conversions').scrollIntoViewIfNeeded();
      expect(await overflow(page)).toBe(0);
    }

    await call(`POST /console/campaigns/${id}/start`, { body: { at: new Date().toISOString() } });
    await until('it is sent', async () => (await read()).state === 'sent', PATIENTLY);
    const { data } = (await call(`GET /console/campaigns/${id}/recipients`)).body;
    const mail = (await call(`GET /v1/messages/${data[0].message}`)).body.content.html as string;
    const link = /href="([^"]+)"/.exec(mail)?.[1] as string;
    // What is clicked right after the hand-over is a scanner's.
    await until('a person clicked', async () => {
      await fetch(link, { redirect: 'manual', headers: BROWSER });
      return (await read()).engagement.clicked === 1;
    }, { ...PATIENTLY, every: 3_000 }); // prettier-ignore
    for (const [event, total, currency, order] of [
      ['Order paid', 120, 'EUR', 1],
      ['Order paid', 35_000, 'NGN', 2],
      ['Order returned', 20, 'EUR', 1],
    ])
      await call('POST /v1/users/grace/events', { body: { event, properties: { total, currency, order } } });
    await until('all is counted', async () => (await read()).conversions.revenue[1]?.amount === 100, PATIENTLY);

    await page.goto(`/campaigns/${id}`);
    const part = page.getByRole('region', { name: 'Conversions', exact: true });
    await part.getByText('100.00 EUR').first().waitFor();
    await part.getByText('35,000.00 NGN').first().waitFor();
    await part.getByRole('button', { name: /Conversions/ }).click();
    await page.getByText(/within 7 days of a person’s last click/).waitFor();
    await page.keyboard.press('Escape');
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await part.scrollIntoViewIfNeeded();
      expect(await overflow(page)).toBe(0);
    }
    await page.goto('/campaigns');
    await page.getByText('2 conversions').waitFor();
  });

  it('a marketer says what an automation is for', async () => {
    const steps = [
      { id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' },
      { id: 'out', kind: 'exit' },
    ];
    const graph = { trigger: { kind: 'api' }, settings: {}, first: 'nap', steps };
    const { id } = (await call('POST /console/automations', { body: { name: 'Welcome', graph } })).body as {
      id: string;
    };
    await call(`POST /console/automations/${id}/publish`, { body: {} });
    await page.goto(`/automations/${id}`);
    await page.getByRole('button', { name: 'Count conversions…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Event', exact: true }).fill('Order paid');
    await dialog.getByLabel('Property with the amount').fill('total');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nobody has converted yet.').waitFor();
    const { goal } = (await call(`GET /console/automations/${id}/conversions`)).body;
    expect(goal).toMatchObject({ event: 'Order paid', amount: 'total', days: 5 });
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      expect(await overflow(page)).toBe(0);
    }
    await page.getByRole('button', { name: 'Change what counts…' }).click();
    await dialog.getByRole('button', { name: 'Count nothing for new messages' }).click();
    await page.getByRole('button', { name: 'Count conversions…' }).waitFor();
    await page.getByRole('region', { name: 'Conversions' }).waitFor({ state: 'detached' });

    // Messages that were sent keep their goal, and what they have won is shown.
    await page.route(`**/console/automations/${id}/conversions`, async (route) => {
      const response = await route.fetch();
      const total = { people: 3, conversions: 4, revenue: [{ currency: 'EUR', amount: 20 }] };
      await route.fulfill({ response, json: { ...((await response.json()) as object), total } });
    });
    await page.reload();
    await page.getByText('Messages that are sent now count nothing.').waitFor();
    await page.getByRole('region', { name: 'Conversions' }).getByText('4', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Count conversions…' }).waitFor();
  });

  it('says nothing in the log of the browser', () => {
    expect(seen).toEqual({ errors: [], elsewhere: [] });
  });
});
