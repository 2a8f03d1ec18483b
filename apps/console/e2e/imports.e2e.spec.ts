/**
 * @slow drives Chromium through an import, in two themes and widths
 */
import { mkdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, signIn, watch, type Watch } from './browser.js';

jest.setTimeout(240_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PATIENTLY = { ms: 60_000 };
const PATIENT = { timeout: 60_000 };
const HOSTILE = '<img src=x onerror=alert(1)>';
const MAILCHIMP = [
  '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,CONFIRM_IP,LEID,EUID,NOTES,TAGS',
  'ada@example.com,Ada,Lovelace,4,,"2023-01-02 10:05:00",198.51.100.7,12,ab12,,vip',
  `grace@example.com,${HOSTILE},Hopper,5,,"2023-01-03 10:05:00",198.51.100.8,13,ab13,,`,
  'joan@gmial.com,Joan,Clarke,3,,,,14,ab14,,',
  'not an address,Bob,,many,,,,15,ab15,,',
].join('\r\n');

describe('imports, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let list: string;
  const paths: string[] = ['/people/imports'];

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    list = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id;
    for (const [name, old_facts] of [
      ['Welcome', undefined],
      ['Catch up', true],
    ]) {
      const trigger = { kind: 'list', list, change: 'subscribed', old_facts };
      const graph = { trigger, settings: { reentry: { policy: 'never' } }, first: 'out', steps: [{ id: 'out', kind: 'exit' }] }; // prettier-ignore
      const { id } = (await call('POST /console/automations', { body: { name, graph } })).body;
      await call(`POST /console/automations/${id}/publish`, { body: {} });
    }
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
    await signIn(page, product);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  /** Presses Tab until the element has the focus. */
  async function tabTo(name: string | RegExp, role: 'button' | 'checkbox' | 'textbox' | 'link' = 'button') {
    const wanted = page.getByRole(role, { name, exact: typeof name === 'string' });
    await wanted.waitFor();
    for (let presses = 0; presses < 120; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}`);
  }

  const tile = (label: string) => page.locator('section >> text=' + label).locator('xpath=ancestor::div[2]');

  it('imports an export of Mailchimp by keyboard alone', async () => {
    await page.goto('/people');
    await tabTo('Import', 'link');
    await page.keyboard.press('Enter');
    await page.waitForURL('/people/imports');
    const chooser = await until(
      'the browser asks for a file',
      async () => {
        await tabTo('Choose file');
        const asked = page.waitForEvent('filechooser', { timeout: 10_000 }).catch(() => undefined);
        await page.keyboard.press('Enter');
        return asked;
      },
      PATIENTLY,
    );
    await chooser.setFiles({ name: 'mailchimp members.csv', mimeType: 'text/csv', buffer: Buffer.from(MAILCHIMP) });
    await page.waitForURL(/\/people\/imports\/[0-9a-f-]{36}$/);
    paths.push(new URL(page.url()).pathname);
    await page.getByText('An export of Mailchimp').waitFor();
    expect(await page.getByLabel('What Email Address becomes').inputValue()).toBe('email');
    expect(await page.getByLabel('What LEID becomes').inputValue()).toBe('skip');
    await page.getByRole('region', { name: 'Preview of the first rows' }).getByText('grace@example.com').waitFor();
    await page.getByText('Email Address is not an email address.').waitFor();
    await shots('map');

    await tabTo('Product news', 'checkbox');
    await page.keyboard.press('Space');
    await tabTo('How did these people agree?', 'textbox');
    await page.keyboard.type('Signed up on our website.');
    await tabTo('Check the file');
    await page.keyboard.press('Enter');
    await tabTo(/Leave out: Likely typos/, 'checkbox');
    await page.getByText('looks like a slip of joan@gmail.com').waitFor();
    const automations = page.getByRole('region', { name: 'Automations' });
    await automations.getByText('Old facts start nothing').getByRole('link', { name: 'Welcome' }).waitFor();
    await automations.getByText('starts automations whose trigger takes imports').getByRole('link', { name: 'Catch up' }).waitFor(); // prettier-ignore
    await shots('check');
    expect((await call('GET /v1/users?limit=10')).body.data).toEqual([]);
    await page.keyboard.press('Space');
    await tabTo('Check the file');
    await page.keyboard.press('Enter');
    await tabTo('Import 2 people');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Retry failed rows' }).waitFor(PATIENT);
    await shots('report');
    expect((await call(`GET /v1/lists/${list}`)).body.subscriber_count).toBe(2);
    expect(await tile('New people').innerText()).toMatch(/2$/m);
    await page.getByText('is not an email address').waitFor();
  });

  it('downloads the report and repeats the failed rows with other columns', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download report' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('import-report.csv');
    await page.getByRole('button', { name: 'Retry failed rows' }).click();
    await page.getByLabel('What Email Address becomes').selectOption('uid');
    await page.getByLabel('What MEMBER_RATING becomes').selectOption('skip');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Import 1 person' }).click();
    await until(
      'the person is there',
      async () => (await call('GET /v1/users/not%20an%20address')).status === 200,
      PATIENTLY,
    );
  });

  it('adds everybody who matches to a list, and undoes it', async () => {
    const other = (await call('POST /v1/lists', { body: { title: 'Beta testers' } })).body.id;
    const subscribers = async () => (await call(`GET /v1/lists/${other}`)).body.subscriber_count;
    await page.goto('/people');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await page.getByRole('button', { name: 'Add to lists' }).click();
    await page.getByRole('checkbox', { name: 'Beta testers' }).check();
    await page.getByLabel('How did these people agree?').fill('They asked for it.');
    await shots('bulk');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('3 added').waitFor(PATIENT);
    expect(await subscribers()).toBe(3);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('3 undone').waitFor(PATIENT);
    expect(await subscribers()).toBe(0);
  });

  it('exports who matches, and keeps the file where people are imported', async () => {
    await page.goto('/people?search=grace%40example.com');
    await page.getByText('grace@example.com').last().waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await shots('export');
    await page.getByRole('button', { name: 'Start export' }).click();
    await page.getByText('The file is ready').waitFor(PATIENT);
    const download = page.waitForEvent('download', PATIENT);
    await page.getByRole('link', { name: 'Download' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.split('\r\n')).toHaveLength(3);
    expect(file).toContain('grace@example.com');
    await page.goto('/people/imports');
    await page.getByRole('link', { name: 'Download People' }).waitFor();
  });

  it('downloads everything about a person, as JSON and as a page', async () => {
    await page.goto('/people?search=grace%40example.com');
    await page.getByRole('link', { name: /Hopper/ }).click();
    for (const [item, name] of [
      ['Export everything to read', 'person.html'],
      ['Export everything as JSON', 'person.json'],
    ] as const) {
      await page.getByRole('button', { name: /^Actions for/ }).click();
      const download = page.waitForEvent('download', PATIENT);
      await page.getByRole('menuitem', { name: item }).click();
      expect((await download).suggestedFilename()).toBe(name);
      expect(await readFile(await (await download).path(), 'utf8')).toContain('grace@example.com');
    }
  });

  it('asks pending people of a list to confirm, at a rate, pauses and stops', async () => {
    const asks = (await call('POST /v1/lists', { body: { title: 'Asks first', double_optin: true } })).body.id;
    await page.goto('/people');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await page.getByRole('button', { name: 'Add to lists' }).click();
    await page.getByRole('checkbox', { name: 'Asks first' }).check();
    await page.getByLabel('How did these people agree?').fill('They asked for it.');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('3 added').waitFor(PATIENT);

    await page.goto(`/lists/${asks}`);
    paths.push(`/lists/${asks}`);
    await page.getByText('2 people are pending and were never asked to confirm').waitFor(PATIENT);
    await shots('unasked');
    await page.getByRole('button', { name: 'Ask to confirm' }).click();
    await page.getByLabel('Mails per hour').fill('1');
    await page.getByText('Takes about 2 hours.').waitFor();
    await shots('ask');
    await page.getByRole('button', { name: 'Start asking' }).click();
    await page.getByText('1 of 2').waitFor(PATIENT);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Asking people to confirm is paused').first().waitFor(PATIENT);
    await shots('asking');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor(PATIENT);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('1 person is pending and was never asked to confirm').waitFor(PATIENT);
  });

  it('removes the selected members of a list, and previews its form', async () => {
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Remove from lists' }).click();
    await page.getByRole('checkbox', { name: 'Asks first' }).check();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('3 removed').waitFor(PATIENT);
    await page.getByRole('button', { name: 'Form' }).click();
    await page.frameLocator('iframe[title=Preview]').getByRole('button', { name: 'Subscribe' }).waitFor();
    await shots('form');
    await page.keyboard.press('Escape');
  });

  it('shows what is in a file as text', async () => {
    await page.goto('/people');
    await page.getByText(HOSTILE).first().waitFor();
    expect(seen.errors).toEqual([]);
    expect(seen.elsewhere).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('exports without breaking a rule in the %s theme', async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/people');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: 'Start export' }).waitFor();
    expect(await broken()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  /** The rules of WCAG that the page breaks, each with where. */
  async function broken(): Promise<string[]> {
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
          .map((each) => each.finished.catch(() => undefined)),
      ),
    );
    await page.evaluate(axe.source);
    return page.evaluate(async (tags) => {
      const window = globalThis as unknown as { axe: typeof axe };
      const { violations } = await window.axe.run({ runOnly: tags });
      return violations.map(
        ({ id: rule, nodes }) => `${rule}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    }, RULES);
  }

  it.each(['light', 'dark'] as const)(
    'breaks no rule of WCAG 2.2 AA in the %s theme, and fits phones',
    async (scheme) => {
      const bytes = Buffer.from(MAILCHIMP);
      const { id } = (
        await call('POST /console/imports', { body: { file_name: 'x'.repeat(200), bytes: bytes.length } })
      ).body;
      const headers = { 'Content-Type': 'application/octet-stream' };
      await call(`PUT /console/imports/${id}/pieces/0`, { raw: bytes, headers });
      await call(`POST /console/imports/${id}/read`, { body: {} });
      await page.emulateMedia({ colorScheme: scheme });
      const faults: unknown[] = [];
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        for (const path of [...paths, `/people/imports/${id}`]) {
          await page.goto(path);
          await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
          await page.getByRole('heading', { level: 1 }).waitFor();
          const rules = await broken();
          const wide = await overflow(page);
          if (rules.length > 0 || wide > 0) faults.push([path, width, rules, wide]);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  /** Pictures of a page, in both themes and widths, for who wants to look. */
  async function shots(name: string) {
    const folder = process.env.SCREENSHOTS;
    if (!folder) return;
    await mkdir(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
