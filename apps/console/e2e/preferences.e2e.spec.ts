/**
 * @slow drives Chromium through the console and a hosted page
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow } from './browser.js';

jest.setTimeout(120_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

describe('the preferences of a reader, in a browser', () => {
  let product: Product;
  let browser: Browser;
  let call: Call;
  let profile: Page;
  let [news, tips, link] = ['', '', ''];

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    news = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id;
    tips = (await call('POST /v1/lists', { body: { title: 'Tips', description: 'Twice a month' } })).body.id;
    await call('PUT /v1/users/ada', { body: { email: 'ada@example.com', lists: [news] } });
    const mail = { to: 'ada@example.com', subject: 'Hello', text: '{{ preferences_url }}', list: news };
    const from = { name: 'Dundun', email: 'hello@dundun.test' };
    expect((await call('POST /v1/send/email', { body: { from, ...mail } })).status).toBe(200);
    const id = await until('the mail was captured', async () => {
      const { body } = await call('GET /console/inbox?to=ada%40example.com');
      return (body.data as { id: string }[])[0]?.id;
    });
    const { text } = (await call(`GET /console/inbox/${id}`)).body as { text: string };
    link = `${product.apiUrl}${new URL(text.trim()).pathname}`;
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  /** Opens the page in a browser of its own, without script unless the test asks for it. */
  async function opened(javaScriptEnabled = false): Promise<Page> {
    const context = await browser.newContext({
      javaScriptEnabled,
      locale: 'en-GB',
      viewport: { width: 360, height: 800 },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(link);
    return page;
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const person = async () => (await call('GET /v1/users/ada')).body;
  const listsOf = async () => ((await person()).lists as { id: string }[]).map(({ id }) => id).sort();

  it('shows a list to others once a member made it public in the console', async () => {
    const page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1280, height: 800 } });
    profile = page;
    await page.goto(`/login?next=${encodeURIComponent(`/lists/${tips}`)}`);
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Actions for Tips' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('switch', { name: 'Public list' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    expect((await call(`GET /v1/lists/${tips}`)).body.is_public).toBe(true);
  });

  it('offers it, and joins it without script', async () => {
    const page = await opened();
    const offered = page.getByRole('group', { name: 'More lists that you can join' });
    const box = offered.getByRole('checkbox', { name: /^Tips/ });
    expect([await box.isChecked(), await offered.getByRole('checkbox').count()]).toEqual([false, 1]);
    await box.check();
    await save(page);
    await page.getByRole('status').getByText('Your choice is saved.').waitFor();
    expect(await page.getByRole('checkbox', { name: /^Tips/ }).isChecked()).toBe(true);
    expect(await offered.count()).toBe(0);
    expect(await listsOf()).toEqual([news, tips].sort());
  });

  it('speaks the language that the reader chose, and keeps it', async () => {
    const page = await opened();
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await save(page);
    await page.getByRole('heading', { name: 'Ihre Listen' }).waitFor();
    expect((await person()).meta).toEqual({ language: 'de' });
    await page.getByLabel('Sprache').selectOption({ label: 'Keine Angabe' });
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('heading', { name: 'Your lists' }).waitFor();
    expect((await person()).meta).toEqual({});
  });

  it('pauses marketing, which the profile shows, and ends that', async () => {
    const page = await opened();
    const pause = page.getByRole('group', { name: /^Pause all marketing messages/ });
    await pause.getByRole('radio', { name: 'For 90 days from now' }).check();
    await save(page);
    await pause.getByText(/^Paused until \d+ \w+ \d{4}\.$|^Paused until \w+ \d+, \d{4}\.$/).waitFor();
    expect(await pause.getByRole('radio', { name: 'Keep this pause' }).isChecked()).toBe(true);
    await profile.goto('/people/profile?uid=ada');
    await profile.getByText('Paused until').waitFor();
    await pause.getByRole('radio', { name: 'End the pause now' }).check();
    await save(page);
    await pause.getByRole('radio', { name: 'No pause' }).waitFor();
    expect((await person()).marketing_paused_until).toBeNull();
  });

  it('is accessible and fits a phone, in both themes', async () => {
    const page = await opened(true);
    await page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const broken = await page.evaluate(async (tags) => {
        const { axe: run } = globalThis as unknown as { axe: typeof axe };
        return (await run.run({ runOnly: tags })).violations.map(({ id, nodes }) => [
          id,
          nodes.map(({ html }) => html),
        ]);
      }, RULES);
      expect([colorScheme, broken, await overflow(page)]).toEqual([colorScheme, [], 0]);
    }
  });
});
