/**
 * @slow drives Chromium through the editors of templates, in two themes and widths
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

jest.setTimeout(240_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MOST_STEPS = 150;

describe('templates, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let visual: string;
  let code: string;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    await call('PUT /v1/users/ada', { body: { email: 'ada@example.com', first_name: 'Ada', meta: { plan: 'pro' } } });
    await call('PUT /console/workspace', { body: { brand_color: '#0a7d4b', brand_font: 'georgia' } });
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
    await page.goto('/login');
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(product.password);
    await button('Log in').click();
    await page.getByRole('navigation').first().waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const dialog = () => page.getByRole('dialog');
  const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text }).first();
  const draftSaved = () => page.getByRole('status').filter({ hasText: 'Draft saved' }).waitFor();
  const block = (kind: string) => page.getByRole('group', { name: new RegExp(`^${kind}, block`) }).first();
  const templateOf = async (id: string) => (await call(`GET /console/templates/${id}`)).body;

  /** Presses Tab until the focus is there. */
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < MOST_STEPS; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}`);
  }

  it('writes a template in blocks and tests it, by keyboard alone', async () => {
    await page.goto('/templates');
    await tabTo(button('New template').first());
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await page.keyboard.type('spring-sale');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Spring is here');
    await tabTo(dialog().getByRole('button', { name: 'New template' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/templates\/[^/]+\/edit/);
    visual = new URL(page.url()).pathname.split('/')[2] as string;
    expect((await templateOf(visual)).design.theme).toMatchObject({ brand: '#0a7d4b', headingFont: 'georgia' });

    await tabTo(block('Heading'));
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Heading text' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Twenty percent off');
    await page.keyboard.press('Escape');
    await until('the block has the focus again', () =>
      block('Heading').evaluate((each) => each === document.activeElement),
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('group', { name: 'Text, block 1 of 3' }).waitFor();

    const palette = page.getByRole('region', { name: 'Blocks', exact: true });
    await palette.getByRole('button', { name: 'Button' }).focus();
    await page.keyboard.press('Enter');
    await until('the new block has the focus', () =>
      block('Button').evaluate((each) => each === document.activeElement),
    );
    await page.keyboard.press('Enter');
    const label = page.getByLabel('Button text');
    await until('its settings have the focus', () => label.evaluate((each) => each === document.activeElement));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Shop now');
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://example.com/spring');
    await draftSaved();

    await tabTo(button('Send test'));
    await page.keyboard.press('Enter');
    await dialog().getByLabel('To', { exact: true }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('reader@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('news@dundun.test');
    await page.keyboard.press('Enter');
    await toast('Test sent to reader@example.com').waitFor();
    const inbox = async () => (await call('GET /console/inbox')).body.data as { id: string; subject: string }[];
    const mail = await until('the test arrives', async () =>
      (await inbox()).find(({ subject }) => /Spring/.test(subject)),
    );
    const { body } = await call(`GET /console/inbox/${mail.id}`);
    expect(body.html).toContain('Twenty percent off');
    expect(body.html).toContain('https://example.com/spring');

    await tabTo(button('Save version'));
    await page.keyboard.press('Enter');
    await dialog().getByLabel('What changed?').waitFor();
    await page.keyboard.type('First draft');
    await page.keyboard.press('Enter');
    await toast('Version 2 is now active').waitFor();
    const saved = await templateOf(visual);
    expect(saved).toMatchObject({ version: 2, note: 'First draft', kind: 'visual', has_draft: false });
    const preview = await call(`POST /console/templates/${visual}/preview`, { body: {} });
    expect(body.html.replace(/\r\n/g, '\n').trim()).toBe((preview.body.html as string).trim());
  });

  it('keeps a draft that survives a closed tab, and undoes it', async () => {
    await page.goto(`/templates/${visual}/edit`);
    await page.getByLabel('Subject').fill('Spring, still unsaved');
    await draftSaved();
    await page.reload();
    await until(
      'the draft is back',
      async () => (await page.getByLabel('Subject').inputValue()) === 'Spring, still unsaved',
    );
    expect((await templateOf(visual)).subject).toBe('Spring is here');
    await button('Discard draft').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
    await until(
      'the version is back',
      async () => (await page.getByLabel('Subject').inputValue()) === 'Spring is here',
    );
    await until('no draft is left', async () => !(await templateOf(visual)).has_draft);
    await block('Button').focus();
    await page.keyboard.press('Delete');
    await block('Button').waitFor({ state: 'detached' });
    await button('Undo').click();
    await block('Button').waitFor();
  });

  it('drags blocks, uploads an image, personalises, and shows a block to some people only', async () => {
    const palette = page.getByRole('region', { name: 'Blocks', exact: true });
    await palette.getByRole('button', { name: 'Image' }).dragTo(block('Footer'), { targetPosition: { x: 60, y: 4 } });
    await block('Image').waitFor();
    await block('Image').click();
    await button('Choose image').click();
    await dialog().locator('input[type=file]').setInputFiles({ name: 'sun.png', mimeType: 'image/png', buffer: PIXEL });
    await dialog().waitFor({ state: 'detached' });
    await block('Image').locator('img').waitFor();
    await page.getByLabel('Show this block').selectOption('is');
    await page.getByLabel('Variable').selectOption('plan');
    await page.getByLabel('Value').fill('pro');
    await page.getByText('Checks', { exact: true }).click();
    await page.getByText('The image has no alternative text.').waitFor();
    await button('Show block').click();
    await page.getByLabel('Alternative text').fill('A sun');

    await palette.getByRole('button', { name: 'Columns' }).press('Enter');
    await until('the columns have the focus', () =>
      block('Columns').evaluate((each) => each === document.activeElement),
    );
    await palette.getByRole('button', { name: 'Quote' }).press('Enter');
    await block('Columns')
      .getByRole('group', { name: /^Quote, block/ })
      .waitFor();
    await call('PUT /console/workspace', { body: { brand_color: '#a3195b' } });
    const draft = async () => JSON.stringify((await call(`GET /console/templates/${visual}/draft`)).body.draft);
    await until('the draft is saved', async () => /A sun.*"quote"|"quote".*A sun/.test(await draft()));
    await page.reload();
    await page.getByText('Style', { exact: true }).click();
    await button('Use brand style').click();
    await button('Use brand style').waitFor({ state: 'detached' });
    await until('the draft has the color of the brand', async () => (await draft()).includes('"brand":"#a3195b"'));

    await block('Text').click();
    await page.getByRole('textbox', { name: 'Text text' }).click();
    await page.keyboard.press('Control+End');
    await button('Personalize').click();
    await dialog().getByLabel('Variable').fill('plan');
    await dialog().getByLabel('If there is none, write').fill('free');
    await dialog().getByRole('button', { name: 'Insert' }).click();
    await page.locator('.editor-variable').filter({ hasText: 'plan · free' }).first().waitFor();
    await page.getByText('Preview', { exact: true }).click();
    const mail = page.frameLocator('iframe');
    await mail.getByText('Write here what is new, in a sentence or two.free').waitFor();
    await page.getByLabel('Preview as').fill('ada');
    await mail.getByText('Hi Ada').waitFor();
    await mail.getByAltText('A sun').waitFor();
    expect(seen.errors.filter((text) => /BLOCKED/.test(text))).toEqual([]);
    await page.getByText('Dark', { exact: true }).click();
    await until('the mail is dark', async () =>
      ((await page.locator('iframe').getAttribute('srcdoc')) ?? '').includes('@media (min-width: 0px)'),
    );
  });

  it('edits code with completion, names a mistake at its line, compares versions and rolls back', async () => {
    const { body } = await call('POST /console/templates', {
      body: { name: 'receipt', subject: 'Your order', html: '<p>Hi {{ first_name }}</p>', labels: ['orders'] },
    });
    code = body.id as string;
    await page.goto(`/templates/${code}/edit`);
    const source = page.getByRole('textbox', { name: 'HTML source' });
    await source.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('{{ last');
    await page.getByRole('option', { name: /last_name/ }).waitFor();
    await page
      .getByRole('list', { name: 'Problems' })
      .getByText(/line 2/)
      .waitFor();
    await page.locator('.cm-lint-marker-error').first().waitFor();
    await page.keyboard.type('_name | default: "x" }}');
    await until('the draft has it', async () => {
      const { draft } = (await call(`GET /console/templates/${code}/draft`)).body;
      return JSON.stringify(draft ?? '').includes('{{ last_name | default: \\"x\\" }}');
    });
    await page.getByText('There is no unsubscribe link.').waitFor();
    await button('Save version').click();
    await dialog().getByRole('button', { name: 'Save version' }).click();
    await toast('Version 2 is now active').waitFor();

    await page.goto(`/templates/${code}`);
    await button('Compare version 1 with the active one').click();
    await dialog().locator('.cm-changedLine, .cm-insertedLine').first().waitFor();
    await page.keyboard.press('Escape');
    await button('Roll back to version 1').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Roll back/ })
      .click();
    await until('it is back', async () => (await templateOf(code)).html === '<p>Hi {{ first_name }}</p>');
  });

  it('adds a language, duplicates, labels and finds templates', async () => {
    await page.goto(`/templates/${code}/edit`);
    await button('Add language').click();
    await dialog().getByLabel('Language', { exact: true }).fill('fr');
    await dialog().getByRole('button', { name: 'Add language' }).click();
    await page.getByLabel('Subject').fill('Votre commande');
    await button('Save version').click();
    await dialog().getByRole('button', { name: 'Save version' }).click();
    await until('French is there', async () => (await templateOf(code)).languages.join() === 'fr');
    await page.goto(`/templates/${code}`);
    await button('Duplicate').click();
    await page.getByRole('heading', { name: 'receipt copy' }).waitFor();
    await button('Name and labels').click();
    await dialog().getByLabel('Labels').fill('orders, copies');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.goto('/templates');
    await page.getByLabel('Search templates').fill('copies');
    await page.getByRole('row').filter({ hasText: 'spring-sale' }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'receipt copy' }).waitFor();
  });

  it('archives a template, and takes it back from another page', async () => {
    const { id } = (await call('POST /console/templates', { body: { name: 'winter-sale', text: 'Cold.' } })).body;
    await page.goto(`/templates/${id}`);
    await button('Archive').click();
    await page.waitForURL('/templates');
    await toast('“winter-sale” archived').waitFor();
    expect((await call(`GET /console/templates/${id}`)).status).toBe(404);
    await toast('“winter-sale” archived').getByRole('button', { name: 'Undo' }).click();
    await toast('“winter-sale” is back').waitFor();
    await page.getByRole('row').filter({ hasText: 'winter-sale' }).waitFor();
    expect((await templateOf(id)).text).toBe('Cold.');
  });

  it('has no violation and no horizontal scroll, in both themes and widths', async () => {
    const paths = ['/templates', `/templates/${visual}`, `/templates/${visual}/edit`, `/templates/${code}/edit`];
    const shots = process.env.SHOTS;
    if (shots) mkdirSync(shots, { recursive: true });
    const found: string[] = [];
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1440, 360]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        for (const path of paths) {
          await page.goto(path);
          const ready = path.endsWith('/edit') ? button('Send test') : page.getByRole('heading', { level: 1 });
          await ready.first().waitFor();
          if (path.endsWith('/edit')) await page.locator('[data-block], .cm-content').first().waitFor();
          if (path === paths[2]) await block('Heading').focus();
          await page.evaluate(() => document.fonts.ready);
          if (shots) await page.screenshot({ path: join(shots, `${scheme}-${width}${path.replaceAll('/', '_')}.png`), fullPage: true }); // prettier-ignore
          await page.evaluate(axe.source);
          const { violations } = await page.evaluate(
            (values) =>
              (window as unknown as { axe: typeof axe }).axe.run(document, { runOnly: { type: 'tag', values } }),
            RULES,
          );
          for (const { id, nodes } of violations)
            found.push(`${path} ${scheme} ${width}: ${id} ${nodes[0]?.html.slice(0, 200)}`);
          if ((await overflow(page)) > 0) found.push(`${path} ${width}: scrolls sideways`);
        }
      }
    expect(found).toEqual([]);
    expect(seen.errors.filter((text) => !/400|409|404/.test(text))).toEqual([]);
  });
});
