/**
 * @slow builds segments in Chromium by mouse and by keys, and looks at the pages in two themes and widths
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, overflow, signIn, watch, type Watch } from './browser.js';

jest.setTimeout(240_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PATIENTLY = { ms: 60_000 };

describe('segments, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let base: string;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    const list = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id as string;
    for (const [uid, plan, orders] of [
      ['ada', 'pro', 3],
      ['grace', 'pro', 1],
      ['linus', 'free', 0],
    ] as const) {
      const body = { email: `${uid}@example.com`, first_name: uid, meta: { plan, orders }, lists: [list] };
      await call(`PUT /v1/users/${uid}`, { body });
      for (let order = 0; order < orders; order++)
        await call(`POST /v1/users/${uid}/events`, { body: { event: 'Order placed', properties: { total: 250 } } });
    }
    const sale = { name: 'Spring sale', lists: [list], subject: 'Sale', html: '<p>Sale</p>' };
    const campaign = (await call('POST /console/campaigns', { body: sale })).body.id as string;
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect((await call(`POST /console/campaigns/${campaign}/start`, { body: { at } })).body.state).toBe('scheduled');
    const match = { reachable: 'email' };
    base = (await call('POST /v1/segments', { body: { name: 'Everybody with email', labels: ['base'], match } })).body
      .id;
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 1000 } });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
    await signIn(page, product);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const conditions = () => page.getByRole('group', { name: 'Conditions' });
  const condition = (number: number) => conditions().getByRole('group', { name: `Condition ${number}`, exact: true });
  const choose = (within: Locator, label: string, option: string) =>
    within.getByLabel(label, { exact: true }).selectOption({ label: option });
  const box = (within: Locator, label: string) => within.getByRole('combobox', { name: label, exact: true });
  const people = async (count: number) => {
    const shown = page.locator(`[data-people="${count}"]`);
    const isShown = await shown.waitFor({ timeout: 60_000 }).then(
      () => true,
      () => false,
    );
    // A number that does not come says which conditions the page has.
    if (!isShown) expect(await page.getByRole('main').ariaSnapshot()).toBe(`a page with ${count} people`);
  };
  const sentence = (text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
  const idOf = () => /\/segments\/([0-9a-f-]{36})$/.exec(new URL(page.url()).pathname)?.[1] as string;
  const members = (id: string, uids: string[]) =>
    until(
      'the members are right',
      async () => {
        const { body } = await call(`GET /v1/segments/${id}/people?limit=30`);
        return body.data.map(({ uid }: { uid: string }) => uid).sort().join() === uids.join(); // prettier-ignore
      },
      PATIENTLY,
    );

  const add = async (kind: string) => {
    await button('Add condition').last().click();
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
  };

  it('builds a segment of each condition by mouse, and shows how many match', async () => {
    await page.goto('/segments/new');
    await page.getByLabel('Name', { exact: true }).fill('Best customers');
    await add('Attribute');
    await box(condition(1), 'Attribute').click();
    await condition(1).getByRole('option', { name: /^plan/ }).click();
    await box(condition(1), 'Value').click();
    await condition(1).getByRole('option', { name: 'pro 2 of 3' }).click();
    await people(2);
    await page.getByText('2 can get email · 0 can get SMS').waitFor();
    await sentence('People whose “plan” is “pro”.');
    await add('Something they did');
    await box(condition(2), 'Event').click();
    await condition(2).getByRole('option', { name: /^Order placed/ }).click(); // prettier-ignore
    await choose(condition(2), 'How often', 'at least');
    await condition(2).getByRole('button', { name: 'Add a property' }).click();
    await box(condition(2), 'Property').click();
    await condition(2).getByRole('option', { name: /^total/ }).click(); // prettier-ignore
    await choose(condition(2), 'Comparison', 'is above');
    await condition(2).getByLabel('Value', { exact: true }).fill('200');
    await people(1);
    await add('A list');
    await choose(condition(3), 'List', 'Product news');
    await add('Another segment');
    await choose(condition(4), 'Segment', 'Everybody with email');
    await add('Can be reached');
    await add('When they became known');
    await add('A random share');
    await condition(7).getByLabel('Share in percent').fill('100');
    await add('An import');
    await choose(condition(8), 'Came or did not', 'did not come by');
    await add('Messages they got');
    await choose(condition(9), 'What happened with messages', 'did not complain');
    await choose(condition(9), 'Whose messages', 'of the campaign');
    await box(condition(9), 'Campaign').fill('spring');
    await condition(9).getByRole('option', { name: /^Spring sale/ }).click(); // prettier-ignore
    await sentence('who did not complain about the campaign “Spring sale”');
    await sentence('at least twice in the last 30 days');
    await people(1);
    await page.getByRole('link', { name: 'ada', exact: true }).waitFor();
    await button('Create segment').click();
    await page.waitForURL(/\/segments\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Best customers' }).waitFor();
    await members(idOf(), ['ada']);
    await page.getByRole('row').filter({ hasText: 'ada@example.com' }).waitFor();
  });

  it('moves conditions by drag, and into groups with the arrow keys', async () => {
    await page.goto('/segments/new?start=risk');
    await condition(2).getByRole('button', { name: /^Move/ }).dragTo(conditions().locator('[data-gap$=" 0"]').first()); // prettier-ignore
    await sentence(
      'People who did not do “Order placed” in the last 30 days and who did “Order placed” at least twice.',
    );
    await button('Add group').first().click();
    const group = conditions().getByRole('group', { name: 'Group 3', exact: true });
    await group.waitFor();
    await condition(2).first().getByRole('button', { name: /^Move/ }).focus(); // prettier-ignore
    await page.keyboard.press('ArrowDown');
    await page.getByText('Moved to place 1 of 2.').waitFor({ state: 'attached' });
    const inner = conditions().getByRole('group', { name: 'Group 2', exact: true });
    expect(await box(inner, 'Event').inputValue()).toBe('Order placed');
    await page.keyboard.press('ArrowUp');
    await group.waitFor();
  });

  it('builds a segment of each condition by keys alone', async () => {
    await page.goto('/segments/new');
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('By keys');
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = (role: string) =>
      until(`the focus is on ${role}`, () =>
        page.evaluate((wanted) => document.activeElement?.getAttribute('role') === wanted, role),
      );
    const addByKeys = async (letters: string) => {
      await button('Add condition').focus();
      await press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.type(letters);
      await until(`the item with ${letters} has the focus`, () =>
        page.evaluate((start) => document.activeElement?.textContent.trim().startsWith(start) ?? false, letters),
      );
      await press('Enter');
      await focused('combobox');
    };
    const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
    const tabTo = async (target: Locator) => {
      for (let steps = 0; steps < 20 && !(await isFocused(target)); steps++) await press('Tab');
      expect(await isFocused(target)).toBe(true);
    };
    const addNext = async (kind: string, number: number) => {
      await button('Add condition').focus();
      await press('Enter');
      const item = page.getByRole('menuitem', { name: kind, exact: true });
      await item.waitFor();
      for (let steps = 0; steps < 20 && !(await isFocused(item)); steps++) await press('ArrowDown');
      await press('Enter');
      await until(`the focus is in condition ${number}`, () =>
        condition(number).evaluate((group) => group.contains(document.activeElement)),
      );
    };
    const pick = async (number: number, label: string, option: string) => {
      const select = condition(number).getByLabel(label, { exact: true });
      await tabTo(select);
      const chosen = () => select.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.text);
      await press('Home');
      for (let steps = 0; steps < 30 && (await chosen()) !== option; steps++) await press('ArrowDown');
      expect(await chosen()).toBe(option);
    };
    await addByKeys('At');
    await page.keyboard.type('plan');
    await condition(1).getByRole('option', { name: /^plan/ }).waitFor(); // prettier-ignore
    await press('ArrowDown', 'Enter', 'Tab', 'Tab', 'Tab');
    await focused('combobox');
    await page.keyboard.type('free');
    await people(1);
    await addByKeys('So');
    await page.keyboard.type('Order placed');
    // "did not" comes below "did": letters with a space between them would have to be quick.
    await press('Escape', 'Shift+Tab', 'ArrowDown');
    await sentence('did not do “Order placed” in the last 30 days');
    await people(1);
    await addNext('A list', 3);
    await pick(3, 'List', 'Product news');
    await addNext('Another segment', 4);
    await pick(4, 'Segment', 'Everybody with email');
    await addNext('Can be reached', 5);
    await addNext('When they became known', 6);
    await addNext('A random share', 7);
    await tabTo(condition(7).getByLabel('Share in percent'));
    await press('Control+a');
    await page.keyboard.type('100');
    await addNext('An import', 8);
    await pick(8, 'Came or did not', 'did not come by');
    await addNext('Messages they got', 9);
    await pick(9, 'What happened with messages', 'did not complain');
    await sentence('who did not complain');
    await people(1);
    await button('Create segment').focus();
    await press('Enter');
    await page.waitForURL(/\/segments\/[0-9a-f-]{36}$/);
    await members(idOf(), ['linus']);
  });

  it('says at the field what is missing, and saves nothing', async () => {
    const before = (await call('GET /v1/segments?limit=30')).body.data.length as number;
    await page.goto('/segments/new');
    await button('Create segment').click();
    await page.getByText('Give the segment a name.').waitFor();
    await page.getByText('Add a condition here, or remove the group.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(`'; DROP TABLE people; {{ user }}`);
    await add('Attribute');
    await condition(1).getByText('Attribute: This is missing.').waitFor();
    await box(condition(1), 'Attribute').fill('plan');
    await condition(1).getByText('Value: This is missing.').waitFor();
    expect(await box(condition(1), 'Value').getAttribute('aria-invalid')).toBe('true');
    expect((await call('GET /v1/segments?limit=30')).body.data).toHaveLength(before);
  });

  it('keeps what was built when the session is lost', async () => {
    await page.goto('/segments/new?start=new');
    await sentence('People who were created in the last 30 days.');
    await page.getByLabel('Name', { exact: true }).fill('Half a segment');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await condition(1).getByLabel('Length').fill('12');
    await page.waitForURL(/\/login\?next=/);
    await page.context().addCookies(cookies);
    await page.goto('/segments/new?start=new');
    await sentence('People who were created in the last 12 days.');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a segment');
    seen.errors.splice(0);
  });

  it('compares before saving, and says what else changes', async () => {
    const outer = { name: 'Depends on it', match: { not: { segment: base } } };
    const id = (await call('POST /v1/segments', { body: outer })).body.id as string;
    await members(base, ['ada', 'grace', 'linus']);
    await page.goto(`/segments/${base}/edit`);
    await add('Attribute');
    await box(condition(2), 'Attribute').fill('plan');
    await box(condition(2), 'Value').fill('pro');
    await people(2);
    await button('Review changes').click();
    const dialog = page.getByRole('dialog', { name: 'Save these conditions?' });
    await dialog.locator('[data-diff="leave"]').getByText('1').waitFor();
    expect(await dialog.locator('[data-diff="stay"]').innerText()).toBe('2');
    await dialog.getByText('linus@example.com').waitFor();
    await dialog.getByText('Also changes: “Best customers”, “By keys”, “Depends on it”').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`/segments/${base}`);
    await members(base, ['ada', 'grace']);
    await members(id, ['linus']);
    await page.getByRole('link', { name: 'Depends on it' }).waitFor();
  });

  it('explains why somebody is in it, and why another is not', async () => {
    await page.goto(`/segments/${base}`);
    await page.getByRole('row').filter({ hasText: 'ada@example.com' }).getByRole('button', { name: 'Why?' }).click(); // prettier-ignore
    const panel = page.getByRole('dialog');
    await panel.getByText('Is in the segment').waitFor();
    await panel.getByText('Found: pro').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Check a person').last().fill('linus');
    await button('Check').click();
    await panel.getByText('Is not in the segment').waitFor();
    await panel.getByText('Found: free').waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
  });

  it('announces who enters and leaves to webhooks, once its switch is on', async () => {
    await page.goto(`/segments/${base}`);
    const announces = page.getByRole('switch', { name: 'Announce who enters and leaves' });
    await announces.click();
    await until('the segment announces', async () => (await call(`GET /v1/segments/${base}`)).body.announces === true);
    await page.reload();
    expect(await announces.isChecked()).toBe(true);
  });

  it('is found by its label and duplicated, and archiving is undone from another page', async () => {
    await page.goto('/segments');
    await page.getByLabel('Label', { exact: true }).selectOption('base');
    await page.getByRole('row').filter({ hasText: 'Best customers' }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'Best customers' }).waitFor();
    await button('Actions for By keys').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await sentence('People whose “plan” is “free”');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Copy of By keys');
    await page.goto('/segments');
    await button('Actions for By keys').click();
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'By keys' });
    await row.waitFor({ state: 'detached' });
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: '“By keys” archived' });
    await toast.waitFor();
    await page.getByRole('link', { name: 'Lists', exact: true }).first().click();
    await page.waitForURL('/lists');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('“By keys” is back').waitFor();
    await page.goto('/segments');
    await row.waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'breaks no rule of WCAG 2.2 AA in the %s theme, and fits phones',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      const paths = ['/segments', '/segments/new?start=spenders', `/segments/${base}`, `/segments/${base}?why=ada`, `/segments/${base}/edit`]; // prettier-ignore
      const faults: unknown[] = [];
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 1000 });
        for (const path of paths) {
          await page.goto(path);
          await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
          await (
            path.includes('/new') || path.endsWith('/edit') ? conditions() : page.getByRole('row').first()
          ).waitFor();
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
