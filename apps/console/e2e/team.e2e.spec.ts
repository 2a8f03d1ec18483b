/**
 * @slow drives Chromium through an invitation and a sign-in
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

jest.setTimeout(120_000);

const GRACE = 'grace@example.com';
const PASSWORD = 'battery staple';

describe('the team, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let call: Call;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  /** Opens a page without cookies, as on another device. */
  async function anotherDevice(): Promise<{ page: Page; seen: Watch }> {
    const page = await (await browser.newContext({ baseURL: product.consoleUrl })).newPage();
    page.setDefaultTimeout(30_000);
    return { page, seen: watch(page, product.consoleUrl) };
  }

  async function logIn(page: Page, email: string, password: string): Promise<void> {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('/');
  }

  const linkOf = (email: string) =>
    until('the mail has arrived', async () => {
      const [mail] = (await call(`GET /console/inbox?to=${email}`)).body.data as { id: string }[];
      const text = mail && ((await call(`GET /console/inbox/${mail.id}`)).body.text as string);
      return /http\S+\/accept#[\w-]{43}/.exec(text ?? '')?.[0];
    });

  it('invites a member for one list, who joins by the link of the mail', async () => {
    await call('POST /v1/lists', { body: { title: 'Product news' } });
    await call('POST /v1/lists', { body: { title: 'Board papers' } });
    const { page, seen } = await anotherDevice();
    await logIn(page, product.email, product.password);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(GRACE);
    await dialog.getByLabel('Role').selectOption('viewer');
    await dialog.getByLabel('Limit to some lists').check();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('Choose at least one list.').waitFor();
    await dialog.getByLabel('Product news').check();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('listitem').filter({ hasText: GRACE }).getByText('Viewer').waitFor();

    const { page: other, seen: otherSeen } = await anotherDevice();
    await other.goto(new URL(await linkOf(GRACE)).href);
    await other.getByRole('heading', { name: 'Join My workspace' }).waitFor();
    await other.getByLabel('Your name').fill('Grace');
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Join' }).click();
    await other.waitForURL('/');
    await other.getByRole('link', { name: 'Go to your lists' }).click();
    await other.getByRole('link', { name: 'Product news' }).waitFor();
    expect(await other.getByText('Board papers').count()).toBe(0);
    expect(otherSeen.elsewhere).toEqual([]);
    expect(seen.errors).toEqual([]);

    await other.goto(await linkOf(GRACE));
    await other.reload();
    await other.getByText('This link does not work').waitFor();
  });

  it('changes the role of a member, and removes them', async () => {
    const { page, seen } = await anotherDevice();
    await logIn(page, product.email, product.password);
    await page.goto('/settings/team');
    await page.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page.getByLabel('Role', { exact: true }).selectOption('admin');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: GRACE });
    await row.getByRole('cell', { name: 'Admin', exact: true }).waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await overflow(page)]).toEqual([width, 0]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    expect(seen.errors).toEqual([]);
  });

  it('lets the owner in on a new device while others guess the password', async () => {
    const guess = () =>
      call('POST /console/session', { as: 'none', body: { email: product.email, password: 'a guess' } });
    await until('no attempts are left', async () => (await guess()).status === 429, { every: 1 });
    const { page } = await anotherDevice();
    await logIn(page, product.email, product.password);
    await page.getByRole('link', { name: 'Lists', exact: true }).waitFor();
  });
});
