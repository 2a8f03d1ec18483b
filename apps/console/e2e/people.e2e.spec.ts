/**
 * @slow drives Chromium through every page, in two themes and widths
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Page, Route } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

jest.setTimeout(180_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const LONG = 'Adéọlá-Maximiliana Wolfeschlegelsteinhausenbergerdorff عبد الرحمن'.repeat(3);
const KB = 1024;

describe('people and the frame, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let list: string;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    list = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id;
    await call('POST /v1/lists', { body: { title: 'Beta testers', double_optin: true } });
    const body = {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      meta: { plan: 'pro', orders: 3 },
    };
    await call('PUT /v1/users/ada', { body: { ...body, lists: [list] } });
    await call('PUT /v1/users/double', { body: { email: 'ada@example.org', first_name: 'Ada', last_name: 'L.' } });
    await call('PUT /v1/users/long', { body: { first_name: LONG, number: '2348012345678', lists: [list] } });
    await call('POST /v1/users/ada/events', { body: { event: 'Order placed', timestamp: '2026-11-01T10:00:00Z' } });
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text }).first();
  const dialog = () => page.getByRole('dialog');

  /** The gzipped size of the scripts that the page of a path names. */
  async function weight(path: string): Promise<number> {
    const html = await page.request.get(path).then((answer) => answer.text());
    const tags = [...html.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag).filter((tag) => !/nomodule/i.test(tag));
    const sources = new Set(tags.flatMap((tag) => /\bsrc="([^"]+\.js[^"]*)"/.exec(tag)?.[1] ?? []));
    const sizes = [...sources].map(async (source) => gzipSync(await (await page.request.get(source)).body()).length);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  it('loads at most 150 KB of scripts for the login', async () => {
    const size = await weight('/login');
    await page.goto('/login');
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await button('Log in').click();
    await page.waitForURL('/');
    expect(size).toBeLessThanOrEqual(150 * KB);
  });

  it('loads at most 230 KB of scripts for pages with a table', async () => {
    for (const path of [
      '/',
      '/lists',
      '/people',
      '/segments',
      '/messages',
      '/events',
      '/inbox',
      '/templates',
      '/campaigns',
      '/campaigns/calendar',
      '/automations',
      '/settings/suppressions',
    ])
      expect([path, (await weight(path)) <= 230 * KB]).toEqual([path, true]);
  });

  it('goes to the people by keyboard, and finds one as you type', async () => {
    await page.locator('body').press('g');
    await page.keyboard.press('p');
    await page.waitForURL('/people');
    await page.getByRole('row').filter({ hasText: 'ada@example.com' }).waitFor();
    await page.locator('body').press('/');
    await page.keyboard.type('lovel');
    await page.getByRole('row').filter({ hasText: 'ada@example.org' }).waitFor({ state: 'detached' });
    await until('the address has it', () => new URL(page.url()).searchParams.get('search') === 'lovel');
  });

  it('opens a row with the arrow keys and Enter, and comes back to the search', async () => {
    await page.getByRole('row').filter({ hasText: 'ada@example.com' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/people\/profile\?uid=ada/);
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    await until('the title names the person', async () => (await page.title()).startsWith('Ada Lovelace'));
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'ada@example.com' }).waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('lovel');
  });

  it('filters by list, which Back undoes', async () => {
    await page.goto('/people');
    await page.getByLabel('List', { exact: true }).selectOption({ label: 'Product news' });
    await page.getByRole('row').filter({ hasText: 'ada@example.org' }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'ada@example.org' }).waitFor();
  });

  it('filters by conditions, which Back undoes one by one and a segment keeps', async () => {
    const ada = page.getByRole('row').filter({ hasText: 'ada@example.com' });
    const other = page.getByRole('row').filter({ hasText: 'ada@example.org' });
    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
    await page.goto('/people');
    await button('Filter').click();
    await page.getByRole('menuitem', { name: 'Attribute' }).click();
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await dialog().getByText('Attribute: This is missing.').waitFor();
    await dialog().getByRole('combobox', { name: 'Attribute' }).fill('pl');
    await dialog()
      .getByRole('option', { name: /^plan.*1 of/ })
      .click();
    await dialog().getByRole('combobox', { name: 'Value', exact: true }).fill('pro');
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await chips.getByText('whose “plan” is “pro”').waitFor();
    await other.waitFor({ state: 'detached' });
    await button('Filter').click();
    await page.getByRole('menuitem', { name: 'Something they did' }).click();
    await dialog().getByRole('combobox', { name: 'Event' }).fill('order');
    await dialog()
      .getByRole('option', { name: /^Order placed/ })
      .click();
    await dialog().getByLabel('Did or did not').selectOption('not');
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No matches').waitFor();
    await page.reload();
    await until('the filter survives a reload', async () => (await chips.count()) === 2);
    await page.goBack();
    await ada.waitFor();
    await until('one filter is left', async () => (await chips.count()) === 1);
    await page.getByRole('link', { name: 'Save as segment' }).click();
    await page.waitForURL(/\/segments\/new\?match=/);
    await page.getByText('People whose “plan” is “pro”.').waitFor();
    await page.getByText('Exact', { exact: false }).first().waitFor();
    await page.goBack();
    await button('Remove filter: whose “plan” is “pro”').click();
    await other.waitFor();
    expect(new URL(page.url()).searchParams.get('where')).toBeNull();
  });

  it('comes back to a page whose loading another page interrupted', async () => {
    const isPeople = (url: URL) => url.pathname === '/people' && url.searchParams.has('_rsc');
    await page.goto('/people');
    await page.getByLabel('List', { exact: true }).selectOption({ label: 'Product news' });
    await page.waitForURL(/list=/);
    await page.getByLabel('List', { exact: true }).selectOption({ label: 'Beta testers' });
    await page.waitForURL((url) => url.searchParams.get('list') !== list);
    await page.reload();
    // The first answer makes the router ask again. The click on another page comes before the second one.
    const requests: Route[] = [];
    await page.route(isPeople, async (route) => {
      const isFirst = !route.request().headers()['next-router-prefetch'] && requests.push(route) === 1;
      if (isFirst) await route.continue();
    });
    await page.goBack();
    await until('the router asks again', () => Promise.resolve(requests.length > 1));
    await page.getByRole('link', { name: 'Lists', exact: true }).first().click();
    await requests[1]!.continue();
    await page.unroute(isPeople);
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'ada@example.com' }).waitFor();
    expect(await page.getByLabel('List', { exact: true }).inputValue()).toBe(list);
  });

  it('shows the growth of each list, and attributes of its people as columns', async () => {
    await page.goto('/lists');
    await page.getByRole('row').filter({ hasText: 'Product news' }).getByText('+2').waitFor();
    await page.goto(`/lists/${list}`);
    await button('Columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'plan' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'plan' }).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: 'ada@example.com' })
      .getByRole('cell', { name: 'pro', exact: true })
      .waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'pro', exact: true }).waitFor();
  });

  it('changes an attribute, and takes back a removed one', async () => {
    await page.goto('/people/profile?uid=ada');
    await button('Change plan').click();
    await dialog().getByLabel('Value').fill('<img src=x onerror=alert(1)>');
    await button('Save').click();
    await page.getByRole('cell', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    await button('Change orders').click();
    await dialog().getByLabel('Value').fill('many');
    await button('Save').click();
    await dialog().getByText('Enter a number.').waitFor();
    await page.keyboard.press('Escape');
    await button('Remove orders').click();
    await toast('orders removed').getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('row', { name: /orders/ })
      .getByText('3')
      .waitFor();
    expect((await call('GET /v1/users/ada')).body.meta).toMatchObject({ orders: 3 });
  });

  it('shows a refusal at its field, in the words of its label', async () => {
    await button('Edit').click();
    await dialog().getByLabel('Email').fill('not an address');
    await button('Save').click();
    await dialog()
      .getByText(/^Email must be/)
      .waitFor();
    expect(await dialog().getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await dialog().getByLabel('Email').fill('ada.lovelace@example.com');
    await button('Save').click();
    await page.getByText('ada.lovelace@example.com').first().waitFor();
  });

  it('refuses tracking for somebody who asked, and shows it in the consent history', async () => {
    const person = page.getByRole('region', { name: 'Person', exact: true });
    await person.getByText('Allowed').waitFor();
    await person.getByRole('button', { name: 'Refuse' }).click();
    await person.getByText('Refused').waitFor();
    expect((await call('GET /v1/users/ada')).body).toMatchObject({ tracking_refused: true });
    await page.getByRole('radio', { name: 'Consent' }).click();
    await page.getByText('Tracking refused').waitFor();
    await page.getByRole('radio', { name: 'Overview' }).click();
    await person.getByRole('button', { name: 'Allow' }).click();
    await person.getByText('Allowed').waitFor();
  });

  it('shows what somebody did and agreed to, a late event where it happened, and older ones on request', async () => {
    const names = Array.from({ length: 31 }, (_, index) => `Step ${index}`);
    for (const event of names)
      await call('POST /v1/users/ada/events', { body: { event, properties: { plan: 'pro' } } });
    await page.getByRole('radio', { name: 'Activity' }).click();
    const timeline = page.getByRole('list', { name: 'Activity' });
    await timeline.getByText('Step 30', { exact: true }).waitFor();
    await timeline.getByText('plan pro').first().waitFor();
    expect(await timeline.getByText('Order placed').count()).toBe(0);
    await button('Show older').click();
    const late = timeline.getByRole('listitem').filter({ hasText: 'Order placed' });
    await late.getByText(/^Happened/).waitFor();
    expect(await late.getByRole('time').getAttribute('title')).toMatch(/1 November 2026/);
    await timeline.getByText('Product news').first().waitFor();
    expect(await timeline.getByRole('listitem').last().textContent()).toMatch(/Order placed/);
    await page.getByLabel('Show', { exact: true }).getByRole('radio', { name: 'Consent' }).click();
    await late.waitFor({ state: 'detached' });
    await page.getByLabel('About this person').getByRole('radio', { name: 'Consent' }).click();
    await page.getByRole('list', { name: 'Consent history, newest first' }).getByText('Product news').waitFor();
  });

  it('keeps a half-filled form when the session is lost', async () => {
    await page.goto('/lists?dialog=create');
    await page.getByLabel('Title', { exact: true }).fill('Half a li');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.waitForURL(/\/login\?next=/);
    await page.context().addCookies(cookies);
    await page.goto('/lists?dialog=create');
    await until(
      'the entry is back',
      async () => (await page.getByLabel('Title', { exact: true }).inputValue()) === 'Half a li',
    );
    await page.keyboard.press('Escape');
    seen.errors.splice(0);
  });

  it('merges a duplicate after a question', async () => {
    await page.goto('/people/profile?uid=ada');
    await button('Actions for Ada Lovelace').click();
    await page.getByRole('menuitem', { name: 'Merge…' }).click();
    await dialog().getByLabel('Find the duplicate').fill('ada@example.org');
    await dialog()
      .getByRole('button', { name: /Ada L\./ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge', exact: true }).click();
    await toast('is being merged').waitFor();
    await until('it leads to the other', async () => (await call('GET /v1/users/double')).body.uid === 'ada');
  });

  it('erases a person only after their address was typed', async () => {
    await page.goto('/people/profile?uid=long&dialog=erase');
    const question = page.getByRole('alertdialog');
    await question.getByText('What stays, and why').waitFor();
    expect(await question.getByRole('button', { name: 'Erase person' }).isDisabled()).toBe(true);
    await question.getByLabel('Type long to confirm').fill('long');
    await question.getByRole('button', { name: 'Erase person' }).click();
    await page.waitForURL('/people');
    expect((await call('GET /v1/users/long')).status).toBe(404);
    seen.errors.splice(0); // a refetch of the erased profile
  });

  it('finds pages and tasks in the command palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('create li');
    await page.keyboard.press('Enter');
    await dialog().getByRole('heading', { name: 'Create list' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.locator('body').press('?');
    await dialog().getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('sorts and searches lists, in the address', async () => {
    await page.goto('/lists');
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await until('the address has it', () => new URL(page.url()).searchParams.get('sort') === 'title');
    await page.getByRole('row').nth(1).getByText('Beta testers').waitFor();
    await page.getByLabel('Title or description').fill('NEWS');
    await page.getByRole('row').filter({ hasText: 'Beta testers' }).waitFor({ state: 'detached' });
  });

  it.each(['light', 'dark'] as const)(
    'breaks no rule of WCAG 2.2 AA in the %s theme, and fits phones',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      // Every route with the rows of a shop is in routes.e2e.spec.ts; these are other states of them.
      const paths = [
        '/',
        `/people?where=${encodeURIComponent('[{"attribute":"plan","type":"text","is":"is_set"}]')}`,
        `/lists/${list}?columns=reach,joined,meta.plan`,
        '/templates',
      ];
      const faults: unknown[] = [];
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of paths) {
          await page.goto(path);
          await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
          // Text is wider until its font is there.
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
          await page.evaluate(axe.source);
          const broken = await page.evaluate(async (tags) => {
            const window = globalThis as unknown as { axe: typeof axe };
            const { violations } = await window.axe.run({ runOnly: tags });
            return violations.map(
              ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
            );
          }, RULES);
          const wide = await overflow(page);
          if (broken.length > 0 || wide > 0) faults.push([path, width, broken, wide]);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it('made no foreign request, and logged no error', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(seen.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
