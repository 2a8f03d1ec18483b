/**
 * @slow edits links of a campaign and the chat for alerts in Chromium
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, signIn, watch, type Watch } from './browser.js';

jest.setTimeout(240_000);

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 1000 };

describe('links and alerts of campaigns, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let chat: Server;
  const said: string[] = [];

  beforeAll(async () => {
    chat = createServer((request, response) => {
      request.on('data', (piece: Buffer) => said.push(piece.toString()));
      request.on('end', () => response.end('ok'));
    });
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', () => resolve()));
    const environment = { EMBEDDED: 'true', OUTBOUND_ALLOW: '127.0.0.1/32' };
    product = await startProduct({ console: true, environment });
    call = caller(product);
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: DESK });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
    await signIn(page, product);
  });

  afterAll(async () => {
    chat.close();
    await browser?.close();
    await product?.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const saved = () => page.locator('[data-saving="saved"]').waitFor();

  it('a marketer adds UTM parameters, sees where each link leads, and leaves one link out', async () => {
    const html = '<a href="https://shop.test/sale#top">Sale</a> <a href="https://shop.test/terms">Terms</a>';
    const body = { name: 'May sale', subject: 'Sale', html };
    const { id } = (await call('POST /console/campaigns', { body })).body as { id: string };
    await page.goto(`/campaigns/${id}`);
    await page.getByRole('switch', { name: /^UTM parameters Web/ }).click();
    expect(await page.getByLabel('utm_campaign').inputValue()).toBe('may-sale');
    await page.getByLabel('utm_campaign').fill('spring');
    await page.getByLabel('utm_source').fill('shop');
    const sale = 'https://shop.test/sale?utm_source=shop&utm_medium=email&utm_campaign=spring#top';
    await page.getByText(`Leads to ${sale}`).waitFor();
    await page.getByRole('switch', { name: 'UTM parameters for https://shop.test/terms' }).click();
    await page.getByText('Leads to https://shop.test/terms').waitFor({ state: 'detached' });
    await saved();
    const { utm } = (await call(`GET /console/campaigns/${id}`)).body;
    expect(utm).toEqual({ source: 'shop', medium: 'email', campaign: 'spring', except: ['https://shop.test/terms'] });
    await page.reload();
    await page.getByText(`Leads to ${sale}`).waitFor();
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await page.locator('#links').scrollIntoViewIfNeeded();
      expect(await overflow(page)).toBe(0);
    }
    await page.getByRole('switch', { name: /^UTM parameters Web/ }).click();
    await saved();
    expect((await call(`GET /console/campaigns/${id}`)).body.utm).toBeNull();
  });

  it('an admin enters a chat for alerts, tests it and switches it off', async () => {
    const url = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/secret-hook`;
    await page.goto('/settings/workspace');
    await page.getByText('No chat is told yet.').waitFor();
    const panel = page.locator('form', { has: page.getByLabel('Address of the chat') });
    await panel.getByLabel('Address of the chat').fill(url);
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Alerts are told at ${new URL(url).host}.`).waitFor();
    expect(await page.content()).not.toContain('secret-hook');
    await button('Send a test').click();
    await page.getByText('The chat took the test message').waitFor();
    await until('the chat was told', () => Promise.resolve(said.some((text) => text.includes('a test of Dundun'))));
    await page.setViewportSize(PHONE);
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize(DESK);
    await button('Switch off').click();
    await page.getByText('No chat is told yet.').waitFor();
  });

  it('says nothing in the log of the browser', () => {
    expect(seen).toEqual({ errors: [], elsewhere: [] });
  });
});
