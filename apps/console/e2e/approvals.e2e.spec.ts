/**
 * @slow takes a campaign and an automation from request to approval in two browsers
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

jest.setTimeout(240_000);

const PASSWORD = 'battery staple';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 1000 };

describe('approval, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let call: Call;
  let owner: Page;
  let marketer: Page;
  const watches: Watch[] = [];

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    browser = await openBrowser();
    owner = await aPage();
    await logIn(owner, product.email, product.password);
    marketer = await aPage();
    await join(marketer, 'grace@example.com', 'marketer');
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  async function aPage(): Promise<Page> {
    const page = await (await browser.newContext({ baseURL: product.consoleUrl, viewport: DESK })).newPage();
    page.setDefaultTimeout(30_000);
    watches.push(watch(page, product.consoleUrl));
    return page;
  }
  async function logIn(page: Page, email: string, password: string): Promise<void> {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('/');
  }
  async function join(page: Page, email: string, role: string): Promise<void> {
    await call('POST /console/invitations', { body: { email, role } });
    const link = await until('the mail has arrived', async () => {
      const [mail] = (await call(`GET /console/inbox?to=${email}`)).body.data as { id: string }[];
      const text = mail && ((await call(`GET /console/inbox/${mail.id}`)).body.text as string);
      return /http\S+\/accept#[\w-]{43}/.exec(text ?? '')?.[0];
    });
    await page.goto(link);
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.waitForURL('/');
  }
  const fits = async (page: Page) => {
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      expect(await overflow(page)).toBe(0);
    }
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('an owner requires it in the settings', async () => {
    await owner.goto('/settings/workspace');
    await owner.getByRole('switch', { name: 'Campaigns and automations need approval' }).click();
    await owner.getByText('Campaigns and automations need approval now').waitFor();
    await fits(owner);
  });

  it('a marketer asks for it, an owner declines and then approves, and the marketer starts', async () => {
    const list = (await call('POST /v1/lists', { body: { title: 'News' } })).body.id as string;
    await call(`POST /v1/lists/${list}/subscribers`, { body: { email: 'ada@example.com' } });
    const body = { name: 'November news', lists: [list], subject: 'Hello', text: 'Hello.' };
    const { id } = (await call('POST /console/campaigns', { body })).body as { id: string };
    await marketer.goto(`/campaigns/${id}`);
    await marketer.getByText('An admin or owner has to approve this version before it starts.').waitFor();
    const send = marketer.getByRole('button', { name: /^Send to 1 person/ });
    expect(await send.isDisabled()).toBe(true);
    await button(marketer, 'Ask for approval').click();
    await marketer.getByText(/^Grace asked for approval on/).waitFor();
    await fits(marketer);
    await marketer.goto('/campaigns');
    await marketer.getByText('Waits for approval').waitFor();

    await owner.goto(`/campaigns/${id}`);
    await owner.getByText('1 person would have got it then. Any change voids the request.').waitFor();
    await fits(owner);
    await button(owner, 'Decline').click();
    await owner.getByRole('dialog').getByLabel('Why, for who asked').fill('The subject is dull.');
    await owner.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await owner.getByText('The subject is dull.').waitFor();

    await marketer.goto(`/campaigns/${id}`);
    await marketer.getByText('The subject is dull.').waitFor();
    await marketer.getByLabel('Subject', { exact: true }).fill('Hello, November');
    await marketer.locator('[data-saving="saved"]').waitFor();
    await button(marketer, 'Ask for approval').click();
    await marketer.getByText(/^Grace asked for approval on/).waitFor();
    await owner.reload();
    await button(owner, 'Approve this version').click();
    await owner.getByText(/approved this version on/).waitFor();

    await marketer.reload();
    await marketer.getByText(/approved this version on/).waitFor();
    await send.click();
    await marketer.getByRole('alertdialog').getByRole('button', { name: 'Send', exact: true }).click();
    await until('it is started', async () => (await call(`GET /console/campaigns/${id}`)).body.state !== 'draft');
    await marketer.getByText(/approved this version on/).waitFor();
  });

  it('a marketer asks again after a segment was edited that an owner had approved', async () => {
    const { data } = (await call('GET /v1/lists')).body as { data: { id: string }[] };
    const match = (city: string) => ({ attribute: 'city', type: 'text', is: 'equals', value: city });
    const segment = (await call('POST /v1/segments', { body: { name: 'Lagos', match: match('Lagos') } })).body
      .id as string;
    const body = {
      name: 'December news',
      lists: [data[0]?.id],
      without_segments: [segment],
      subject: 'Hello',
      text: 'Hello.',
    };
    const { id } = (await call('POST /console/campaigns', { body })).body as { id: string };
    await marketer.goto(`/campaigns/${id}`);
    await button(marketer, 'Ask for approval').click();
    await marketer.getByText(/^Grace asked for approval on/).waitFor();
    await owner.goto(`/campaigns/${id}`);
    await button(owner, 'Approve this version').click();
    await owner.getByText(/approved this version on/).waitFor();
    await call(`PUT /v1/segments/${segment}`, { body: { match: match('Accra') } });
    await marketer.reload();
    await marketer.getByText('what it sends or to whom was edited since').waitFor();
    expect(await marketer.getByRole('button', { name: /^Send to 1 person/ }).isDisabled()).toBe(true);
    await fits(marketer);
    await button(marketer, 'Ask again').click();
    await marketer.getByText(/^Grace asked for approval on/).waitFor();
    await owner.reload();
    await button(owner, 'Approve this version').click();
    await owner.getByText(/approved this version on/).waitFor();
  });

  it('a marketer asks for it to publish an automation, and publishes once an owner has approved', async () => {
    const { id } = (await call('POST /console/automations', { body: { name: 'Welcome' } })).body as { id: string };
    await marketer.goto(`/automations/${id}/edit`);
    await button(marketer, 'Publish…').click();
    const dialog = marketer.getByRole('dialog');
    await dialog.getByText('An admin or owner has to approve this version before it is published.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Ask for approval' }).click();
    await dialog.getByText(/^Grace asked for approval on/).waitFor();
    await fits(marketer);
    await owner.goto('/automations');
    await owner.getByText('Waits for approval').waitFor();
    await owner.goto(`/automations/${id}/edit`);
    await button(owner, 'Publish…').click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Approve this version' }).click();
    await owner
      .getByRole('dialog')
      .getByText(/approved this version on/)
      .waitFor();
    await marketer.reload();
    await button(marketer, 'Publish…').click();
    await dialog.getByText(/approved this version on/).waitFor();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await until('it is live', async () => (await call(`GET /console/automations/${id}`)).body.state === 'live');
  });

  it('says nothing in the log of the browser', () => {
    for (const seen of watches) expect(seen).toEqual({ errors: [], elsewhere: [] });
  });
});
