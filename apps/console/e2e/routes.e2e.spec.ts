/**
 * @slow drives Chromium through every route, in two themes and widths
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { PLACES, SETTINGS } from '../src/features/shell/places';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

jest.setTimeout(600_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What differs between the themes: colours alone. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** Addresses that lead on, each to its first page. */
const LEADING_ON = ['/settings'];

/** Whether the page has a theme, and no colour is still on its way there. */
const isPainted = (theme: string) =>
  document.documentElement.classList.contains('dark') === (theme === 'dark') &&
  !document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running');

interface Route {
  path: string;
  /** How the title of the page begins. */
  title: string;
}

describe('every route of the console, in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    const { apiUrl: DEMO_API, apiKey: DEMO_KEY, apiSecret: DEMO_SECRET, databaseUrl: DATABASE_URL } = product;
    const env = { PATH: process.env.PATH, DEMO_API, DEMO_KEY, DEMO_SECRET, DATABASE_URL, DEMO_PEOPLE: '100' };
    await promisify(execFile)(process.execPath, ['tools/demo.mjs'], { env });
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    seen = watch(page, product.consoleUrl);
    await page.goto('/login');
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('/');
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  /** Returns what is wrong with the page that is shown, in both themes and two widths. */
  async function faultsOf({ path, title }: Route): Promise<unknown[]> {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    // By tag: an open dialog hides the page from roles.
    await page.locator('main h1').first().waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    await until(`${path} is called ${title}`, async () => (await page.title()).startsWith(title));
    // Text is wider until its font is there.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.evaluate(axe.source);
    const faults: unknown[] = [];
    for (const width of [1440, 360])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await until(`it is ${colorScheme}`, () => page.evaluate(isPainted, colorScheme));
        const broken = await page.evaluate(
          async (tags) => {
            const window = globalThis as unknown as { axe: typeof axe };
            const { violations } = await window.axe.run({ runOnly: tags });
            return violations.map(
              ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
            );
          },
          colorScheme === 'light' ? RULES : OF_COLOURS,
        );
        const wide = await overflow(page);
        if (broken.length > 0 || wide > 0) faults.push([path, width, colorScheme, broken, wide]);
      }
    return faults;
  }

  async function faultsOfAll(routes: readonly Route[]): Promise<unknown[]> {
    const faults: unknown[] = [];
    for (const route of routes) faults.push(...(await faultsOf(route)));
    return faults;
  }

  const first = async (path: string, name: string) =>
    ((await call(`GET ${path}`)).body.data as Record<string, string>[]).find((each) => Object.values(each).includes(name)); // prettier-ignore

  it('offers a tour of one screen to a new login, by keyboard, once', async () => {
    const offer = page.getByRole('region', { name: 'A look around' });
    await offer.getByRole('button', { name: 'Take the tour' }).focus();
    await page.keyboard.press('Enter');
    const tour = page.getByRole('dialog', { name: 'A look around' });
    await tour.getByRole('link', { name: /^Messages/ }).waitFor();
    expect(await faultsOf({ path: '/?dialog=tour', title: 'Home' })).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await tour.waitFor({ state: 'detached' });
    await offer.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Today' }).waitFor();
    expect(await offer.count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('take the tour');
    await page.keyboard.press('Enter');
    await tour.getByRole('link', { name: /^Templates/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('/templates');
  });

  it('names each place, breaks no rule of WCAG 2.2 AA there, and fits phones', async () => {
    const places = [...PLACES.flat(), ...SETTINGS].filter(({ href }) => !LEADING_ON.includes(href));
    const routes = places.map(({ href, label }) => ({ path: href, title: label }));
    expect(await faultsOfAll([...routes, { path: '/account', title: 'Your account' }])).toEqual([]);
  });

  it('does so on the page of each thing, which its title names', async () => {
    const list = await first('/v1/lists', 'The Weekly Roast');
    const segment = await first('/v1/segments', 'Regulars');
    const template = await first('/console/templates', 'weekly-roast');
    const sent = await first('/console/campaigns', 'Weekly Roast: decaf');
    const draft = await first('/console/campaigns', 'Christmas gift guide');
    const graph = {
      trigger: { kind: 'event', event: 'Order placed' },
      first: 'day',
      steps: [
        { id: 'day', kind: 'delay', for: { days: 1 }, next: 'out' },
        { id: 'out', kind: 'exit' },
      ],
    };
    const automation = (await call('POST /console/automations', { body: { name: 'A day later', graph } })).body;
    await call(`POST /console/automations/${automation.id}/publish`, { body: {} });
    const message = (await call('GET /v1/messages?status=delivered&channel=email&limit=1')).body.data[0];
    const mail = (await call('GET /console/inbox?channel=email&limit=1')).body.data[0];
    const text = (await call('GET /console/inbox?channel=sms&limit=1')).body.data[0];
    const domain = (await call('GET /console/domains')).body.data[0];
    const person = (await call('GET /v1/users/shop-00007')).body;
    const routes: Route[] = [
      ...['', '&tab=activity', '&tab=consent'].map((tab) => ({
        path: `/people/profile?uid=shop-00007${tab}`,
        title: person.first_name as string,
      })),
      { path: '/people/imports', title: 'Import' },
      { path: '/consents?uid=shop-00007', title: 'Consent' },
      { path: '/events?view=explore', title: 'Events' },
      { path: `/lists/${list?.id}`, title: 'The Weekly Roast' },
      { path: '/lists?dialog=create', title: 'Lists' },
      { path: '/segments/new', title: 'Create segment' },
      { path: `/segments/${segment?.id}`, title: 'Regulars' },
      { path: `/segments/${segment?.id}/edit`, title: 'Regulars' },
      { path: `/campaigns/${sent?.id}`, title: 'Weekly Roast: decaf' },
      { path: `/campaigns/${draft?.id}`, title: 'Christmas gift guide' },
      { path: `/automations/${automation.id}`, title: 'A day later' },
      { path: `/automations/${automation.id}/edit`, title: 'Edit A day later' },
      { path: '/automations?dialog=create&start=cart', title: 'Automations' },
      { path: `/templates/${template?.id}`, title: 'weekly-roast' },
      { path: `/templates/${template?.id}/edit`, title: 'Edit weekly-roast' },
      { path: `/messages/${message.id}`, title: message.subject },
      { path: `/inbox/${mail.id}`, title: mail.subject },
      { path: `/inbox/${text.id}`, title: 'SMS to' },
      { path: `/settings/domains/${domain.id}`, title: domain.domain },
    ];
    expect(await faultsOfAll(routes)).toEqual([]);
  });

  it('does so where somebody is not signed in, and where there is no page', async () => {
    expect(await faultsOf({ path: '/no-such-page', title: 'Dundun' })).toEqual([]);
    const routes = [
      { path: '/login', title: 'Log in' },
      { path: '/login/sso', title: 'Single sign-on' },
      { path: '/forgot', title: 'Forgot your password?' },
      { path: '/reset', title: 'Choose a new password' },
      { path: '/accept', title: 'Invitation' },
    ];
    await page.context().clearCookies();
    expect(await faultsOfAll(routes)).toEqual([]);
  });

  it('made no foreign request, and logged no error', () => {
    expect(seen.elsewhere).toEqual([]);
    // The frames of mails block what these load from elsewhere.
    expect(seen.errors.filter((text) => !/status of 4\d\d|Content Security Policy/.test(text))).toEqual([]);
  });
});
