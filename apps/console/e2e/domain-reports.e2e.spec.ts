/**
 * @slow drives Chromium through the page of a domain, with mail that arrives
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the console knows no provider; its test sends what a receiver sends
import { dmarcMail, dmarcXml } from '@dundun/providers/testing';
import { deliverMail, freePort, startDns, startProduct, until, type Product, type TestDns } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

jest.setTimeout(120_000);

describe('the page of a domain, in a browser', () => {
  let product: Product;
  let dns: TestDns;
  let port: number;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let id: string;

  beforeAll(async () => {
    dns = await startDns();
    port = await freePort();
    const environment = { EMBEDDED: 'true', DNS_SERVERS: dns.address, INBOUND_SMTP_PORT: String(port) };
    product = await startProduct({ console: true, environment });
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
    await page.goto('/domains');
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'dundun.test' }).getByRole('link').click();
    await page.waitForURL(/\/domains\/.+/);
    id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await dns?.close();
  });

  const section = (name: string) => page.getByRole('region', { name, exact: true });

  it('shows the address for reports until the record has it', async () => {
    const reports = section('Who sends in your name');
    await reports.getByText(/^mailto:dmarc-1-[\da-f]{32}@bounce\.dundun\.test$/).waitFor();
    await reports.getByText(/^No reports yet/).waitFor();
  });

  it('shows who sends in the name of the domain, who says so, and what to do', async () => {
    const { records } = await page.request.get(`/api/console/domains/${id}`).then((answer) => answer.json());
    dns.publish(...records);
    await page.getByRole('button', { name: 'Check now' }).click();
    const shown = () => page.request.get(`/api/console/domains/${id}/dmarc`).then((answer) => answer.json());
    const { reports_to: address } = await shown();
    const forged = '<img src=x onerror=alert(1)>';
    const of = (org: string, reportId: string, ...sources: object[]) =>
      deliverMail(
        port,
        address,
        dmarcMail(dmarcXml({ org, reportId, domain: 'dundun.test', records: sources as never })),
      );
    await of('google.com', '1', { source: '192.0.2.1', count: 1_180 }, { source: '203.0.113.9', count: 20, dkim: 'fail', spf: 'fail', disposition: 'quarantine' }); // prettier-ignore
    await of(forged.replaceAll('<', '&lt;'), '2', { source: '2001:db8::1', count: 3, spf: 'fail' });
    await until('the check has found the policy', async () =>
      ((await shown()).advice as string[]).some((line) => line.includes('p=none')),
    );
    await page.reload();
    const reports = section('Who sends in your name');
    const row = (source: string) => reports.getByRole('row').filter({ hasText: source });
    await row('203.0.113.9').getByText('20 to spam').waitFor();
    await row('192.0.2.1').getByText('google.com').waitFor();
    await row('2001:db8::1').getByText(forged).waitFor();
    await reports.getByText(/^98\.3% of 1,203 messages passed DMARC/).waitFor();
    await reports.getByText(/change p=none to p=quarantine/).waitFor();
    await reports.getByText(/Anyone can mail such a report/).waitFor();
  });

  it('sets up, changes and ends a warm-up', async () => {
    const warmUps = section('Warm-up');
    await warmUps.getByRole('button', { name: /^Set up/ }).click();
    await page.getByLabel('Recipients on the first day').fill('100');
    await page.getByLabel('Ends at').fill('50');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/target/)
      .waitFor();
    await page.getByLabel('Ends at').fill('5000');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await warmUps.getByText('0 of 100 recipients today (UTC)').waitFor();
    await warmUps.getByText('From 100 a day, 35% more each day, until 5,000: 14 days.').waitFor();
    await warmUps.getByRole('button', { name: /^End/ }).click();
    await warmUps.getByText('Off').waitFor();
  });

  it.each([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)('fits into %d pixels, %s', async (width, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await section('Warm-up').scrollIntoViewIfNeeded();
    expect(await overflow(page)).toBe(0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/domain-${width}.png`, fullPage: true });
  });

  it('loads nothing from elsewhere and reports no error', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(seen.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
