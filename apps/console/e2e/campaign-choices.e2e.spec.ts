/**
 * @slow chooses times of a draft and quiet hours of a workspace in Chromium
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, signIn, watch, type Watch } from './browser.js';

jest.setTimeout(240_000);

const DAY = 86_400_000;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const inDays = (days: number) => `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T09:00`;

describe('the choices of a campaign, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let draft: string;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    const list = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id as string;
    for (const [uid, tz] of [
      ['ada', 'Africa/Lagos'],
      ['grace', 'America/New_York'],
      ['linus', undefined],
    ])
      await call(`PUT /v1/users/${uid}`, { body: { email: `${uid}@example.com`, tz, lists: [list] } });
    const body = { name: 'Sale', lists: [list], subject: 'Sale', html: '<p>Hello</p>' };
    draft = (await call('POST /console/campaigns', { body })).body.id as string;
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 1000 } });
    page.setDefaultTimeout(30_000);
    // A toast that fades has less contrast for a moment.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    seen = watch(page, product.consoleUrl);
    await signIn(page, product);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const read = async () => (await call(`GET /console/campaigns/${draft}`)).body;
  const isSound = async () => {
    expect(await overflow(page)).toBe(0);
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async (tags) => {
      const window = globalThis as unknown as { axe: typeof axe };
      return (await window.axe.run({ runOnly: tags })).violations;
    }, RULES);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  };

  it('sends by the clock of each person, and says when that is for this audience', async () => {
    await page.goto(`/campaigns/${draft}`);
    await page.getByRole('radio', { name: 'By their clock' }).click();
    await page.getByLabel('Date and time on their clock').fill(inDays(3));
    await page.getByText(/People in 3 time zones get it when their clock shows/).waitFor();
    await page.getByText('People by time zone').click();
    await page.getByRole('row', { name: /Africa\/Lagos 1/ }).waitFor();
    await page.getByRole('row', { name: /^UTC 1/ }).waitFor();
    await until('the start is saved', async () => (await read()).local_start?.at === inDays(3));
    await page.getByLabel('Date and time on their clock').fill(inDays(-3));
    await page.getByText('Its local time has passed in every time zone: choose a later one.').waitFor();
    await page.getByLabel('Where this time has passed already').selectOption('They do not get it');
    await page.getByText('In 3 zones this time has passed: 3 people there do not get it.').waitFor();
    await page.getByText('The time has passed in their time zone').waitFor();
  });

  it('keeps messages to hours, and says what happens to those that are due at others', async () => {
    await page.getByLabel('Date and time on their clock').fill(inDays(3));
    await page.getByRole('switch', { name: /Only at certain hours/ }).click();
    await page.getByText(/Messages leave Mon, Tue, Wed, Thu and Fri from 09:00 to 17:00/).waitFor();
    await page.getByRole('checkbox', { name: 'Sat' }).click();
    await page.getByLabel('On the clock of', { exact: true }).selectOption('The workspace');
    await page.getByText(/Fri and Sat from 09:00 to 17:00, on the clock of the workspace/).waitFor();
    await until('the window is saved', async () => (await read()).window?.clock === 'workspace');
    await isSound();
  });

  it('schedules it after a question that names the clocks, and shows what it waits for', async () => {
    await page.locator('[data-saving="saved"]').waitFor();
    await page.getByRole('button', { name: 'Schedule for 3 people…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Send to 3 people?' });
    await dialog.getByText(/reaches each person when their clock shows/).waitFor();
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText(/Each person gets it when their clock shows/).waitFor();
    await page.getByText(/on the clock of the workspace/).waitFor();
    expect(await read()).toMatchObject({ state: 'scheduled', people: { matched: 0 } });
  });

  it('says how many read each language of the content, and shows each', async () => {
    const translations = { de: { subject: 'Hallo', html: '<p>Guten Tag</p>' } };
    const content = { name: 'Greeting', language: 'en', subject: 'Hello', html: '<p>Good day</p>', translations };
    const template = (await call('POST /console/templates', { body: content })).body.id as string;
    await call('PUT /v1/users/ada', { body: { meta: { language: 'de' } } });
    const { lists } = (await call(`GET /console/campaigns/${draft}`)).body;
    const body = { name: 'Greetings', lists, template };
    const { id } = (await call('POST /console/campaigns', { body })).body;
    await page.goto(`/campaigns/${id}`);
    await page.getByText('2 read English, the language of everybody else · 1 reads German').waitFor();
    await page.getByRole('radio', { name: 'Preview' }).click();
    await page.frameLocator('iframe[title="Preview of the email"]').getByText('Good day').waitFor();
    await page.getByLabel('Language', { exact: true }).selectOption('German');
    await page.frameLocator('iframe[title="Preview of the email"]').getByText('Guten Tag').waitFor();
    await isSound();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('dialog').getByLabel('Language').selectOption('German');
    await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/Test sent/).waitFor();
    const { data } = (await call('GET /v1/messages')).body;
    expect(data[0].subject).toBe('[Test] Hallo');
  });

  it('leads to the settings while nobody says who sends, and starts once somebody has', async () => {
    const { lists } = await read();
    const { sender_name, postal_address } = (await call('GET /console/workspace')).body;
    await call('PUT /console/workspace', { body: { sender_name: null, postal_address: null } });
    const body = { name: 'Anonymous', lists, subject: 'Who?', text: 'Hello' };
    const { id } = (await call('POST /console/campaigns', { body })).body;
    await page.goto(`/campaigns/${id}`);
    await page.getByText(/The workspace has no sender name and no postal address/).waitFor();
    await page.getByRole('link', { name: 'Workspace settings' }).click();
    await page.waitForURL('/settings/workspace');
    await page.getByLabel('Sender name').fill(sender_name);
    await page.getByLabel('Postal address').fill(postal_address);
    await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click();
    await until('it is saved', async () => (await call('GET /console/workspace')).body.sender_name === sender_name);
    await page.goto(`/campaigns/${id}`);
    await page.getByText(/a footer with the sender and the links is added/).waitFor();
    expect(await page.getByText(/has no sender name/).count()).toBe(0);
    await call(`DELETE /console/campaigns/${id}`);
  });

  it('is transactional for a reason that an owner gives, reaches who unsubscribed, and says so', async () => {
    const { id: customers } = (await call('POST /v1/lists', { body: { title: 'Customers' } })).body;
    for (const uid of ['mary', 'joan'])
      await call(`PUT /v1/users/${uid}`, { body: { email: `${uid}@example.com`, lists: [customers] } });
    await call(`PUT /v1/lists/${customers}/subscribers/joan`, { body: { subscribed: false } });
    const body = { name: 'New terms', lists: [customers], subject: 'New terms', html: '<p>We have new terms</p>' };
    const { id } = (await call('POST /console/campaigns', { body })).body;
    const reason = async () => (await call(`GET /console/campaigns/${id}`)).body.transactional_reason;
    await page.goto(`/campaigns/${id}`);
    await page.getByText(/a footer with the sender and the links is added/).waitFor();
    await page.getByRole('switch', { name: /Transactional: everybody gets it/ }).click();
    await page.getByText(/Say why everybody has to get it/).waitFor();
    expect(await reason()).toBeNull();
    await page.getByLabel('Reason', { exact: true }).fill('New terms of service');
    await page.getByText(/1 of 2 recipients gets it without being subscribed .* “New terms of service”/).waitFor();
    expect(await reason()).toBe('New terms of service');
    expect(await page.getByText(/a footer with the sender/).count()).toBe(0);
    await isSound();
    await page.getByRole('button', { name: 'Send to 2 people…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sent to everybody, whatever they consented to: New terms of service').waitFor();
    await isSound();
    await call(`POST /console/campaigns/${id}/undo`);
  });

  it('has quiet hours and caps in the settings of the workspace, which the page of a draft names', async () => {
    await page.goto('/settings/workspace');
    await page.getByRole('switch', { name: 'Email has quiet hours' }).click();
    await page.getByLabel('Email: from', { exact: true }).fill('22:00');
    const panel = page.getByRole('region', { name: 'Quiet hours', exact: true });
    await panel.getByRole('button', { name: 'Save' }).click();
    await until('the quiet hours are saved', async () => {
      const { email_quiet_hours: hours } = (await call('GET /console/workspace')).body;
      return hours?.from === '22:00' && hours.to === '08:00';
    });
    await page.getByLabel('Emails a day', { exact: true }).fill('0');
    const caps = page.getByRole('region', { name: 'Most messages to a person', exact: true });
    await caps.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a whole number from 1 to 1,000, or nothing.').waitFor();
    await page.getByLabel('Emails a day', { exact: true }).fill('2');
    await caps.getByRole('button', { name: 'Save' }).click();
    await until('the cap is saved', async () => (await call('GET /console/workspace')).body.email_day_cap === 2);
    await isSound();
    await call(`POST /console/campaigns/${draft}/undo`);
    await page.goto(`/campaigns/${draft}`);
    await page.getByText('Quiet hours of the workspace are from 22:00 to 08:00', { exact: false }).waitFor();
    expect(seen.elsewhere).toEqual([]);
    expect(seen.errors).toEqual([]);
  });
});
