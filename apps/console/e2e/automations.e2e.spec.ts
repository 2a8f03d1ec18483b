/**
 * @slow draws, publishes and watches automations in Chromium, and looks at their pages in two themes and widths
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, signIn, watch, type Watch } from './browser.js';
import { handsOn } from './hands.js';

jest.setTimeout(300_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PATIENTLY = { ms: 60_000 };

interface Drawn {
  first: string;
  steps: { id: string; kind: string; next?: string }[];
}

describe('automations, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let list: string;
  let welcome: string;
  let drawn: string;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    list = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id;
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 1000 } });
    page.setDefaultTimeout(30_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    seen = watch(page, product.consoleUrl);
    await signIn(page, product);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const item = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
  const step = (id: string) => page.locator(`[data-step="${id}"]`);
  const line = (from: string, label = 'next') => page.locator(`[data-line="${from} ${label}"]`);
  const saved = () => page.locator('[data-saving="saved"]').waitFor();
  const idOf = () => /\/automations\/([0-9a-f-]{36})/.exec(new URL(page.url()).pathname)?.[1] as string;
  const read = async (id: string) => (await call(`GET /console/automations/${id}`)).body;
  const graphOf = async (id: string): Promise<Drawn> => (await read(id)).graph;
  /** The kinds of steps on the way from the trigger, as they are stored. */
  const kindsOf = async (id: string): Promise<string[]> => {
    const { first, steps } = await graphOf(id);
    const kinds: string[] = [];
    for (let at: string | undefined = first; at;) {
      const here = steps.find((each) => each.id === at);
      if (here) kinds.push(here.kind);
      at = here?.next;
    }
    return kinds;
  };
  const isStored = (id: string, kinds: string[]) =>
    until(`${kinds.join(', ')} are stored`, async () => (await kindsOf(id)).join() === kinds.join());

  it('begins with a starting point that is complete with its mails, and goes live', async () => {
    await page.goto('/automations');
    await page.getByText('No automations yet').waitFor();
    await button('Trial').click();
    const dialog = page.getByRole('dialog', { name: 'New automation' });
    await dialog.getByText(/Track “Trial started”/).waitFor();
    await dialog.getByRole('button', { name: 'New automation' }).click();
    await page.waitForURL(/\/automations\/[0-9a-f-]{36}\/edit$/);
    welcome = idOf();
    await step('trialEnds').waitFor();
    await button('Ready to publish').waitFor();
    await button('Publish…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.waitForURL(`/automations/${welcome}`);
    await page.locator('[data-state="live"]').first().waitFor();
    expect(await read(welcome)).toMatchObject({ name: 'Trial', state: 'live', live_version: 1 });
  });

  it('lets a person in by an event of the API, mails them, and shows their path', async () => {
    await call('PUT /v1/users/ada', { body: { email: 'ada@example.com', first_name: 'Ada', lists: [list] } });
    await call('POST /v1/users/ada/events', { body: { event: 'Trial started', properties: { plan: 'pro' } } });
    await page.goto('/inbox');
    const mail = page.getByRole('link', { name: /ada@example\.com/ }).filter({ hasText: 'Your trial has started' });
    await mail.waitFor({ timeout: PATIENTLY.ms });
    await page.goto(`/automations/${welcome}`);
    await button('1 here: show who is at Delay: 3 days').click();
    await page.waitForURL(/step=three-days/);
    await button('ada@example.com').click();
    const path = page.getByRole('dialog', { name: 'Path of ada@example.com' });
    await path.getByText('Trial 1: First steps').waitFor();
    await path.getByText('plan', { exact: true }).waitFor();
    await path.getByText('Is at Delay: 3 days now').waitFor();
    await path.getByRole('link', { name: 'Open the message' }).waitFor();
    await page.goBack();
    await path.waitFor({ state: 'detached' });
  });

  it('says why somebody is not inside', async () => {
    await call('PUT /v1/users/grace', { body: { email: 'grace@example.com' } });
    await button('More actions').click();
    await item('Why is somebody here').click();
    await page.getByLabel('User ID').fill('grace');
    await button('Explain').click();
    await page.getByText('There is no event “Trial started” of this person').waitFor();
    await page.getByLabel('User ID').fill('nobody');
    await button('Explain').click();
    await page.getByText('There is no person with this ID.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('tries the draft on what happened, and lets nobody in', async () => {
    await page.goto(`/automations/${welcome}/edit`);
    await button('Try…').click();
    const dialog = page.getByRole('dialog', { name: 'Try it on the past' });
    await dialog.getByLabel('People').selectOption('100');
    await dialog.getByRole('button', { name: 'Try it' }).click();
    await dialog.getByText(/1 would have entered/).waitFor();
    await dialog.getByText('ada, entered').click();
    await dialog.getByText('Would be at Delay: 3 days now').waitFor();
    expect(await dialog.getByRole('row').filter({ hasText: 'Delay: 3 days' }).innerText()).toMatch(/1$/);
    await page.keyboard.press('Escape');
    expect((await read(welcome)).runs).toMatchObject({ inside: 1, entered: 1 });
    await page.goto(`/automations/${welcome}`);
  });

  it('shows the secret that signs calls, and rotates it', async () => {
    const steps = [
      { id: 'call', kind: 'webhook', url: 'https://example.com/hook', next: 'out', failed: 'out' },
      { id: 'out', kind: 'exit' },
    ];
    const graph = { trigger: { kind: 'api' }, settings: { list }, first: 'call', steps };
    const { id } = (await call('POST /console/automations', { body: { name: 'Calls', graph } })).body;
    await page.goto(`/automations/${id}/edit`);
    await step('call').click();
    await button('Signing secret…').click();
    const dialog = page.getByRole('dialog', { name: 'Signing secret of automations' });
    await dialog.getByText(/^There is none yet/).waitFor();
    await dialog.getByRole('button', { name: 'Make the secret' }).click();
    const secret = () => dialog.locator('code').innerText();
    const before = await secret();
    expect(before).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click();
    await until('the secret is another', async () => (await secret()) !== before);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await call(`DELETE /console/automations/${id}`);
    await page.goto(`/automations/${welcome}`);
  });

  it('pauses and goes on, with the people inside counted', async () => {
    await button('Pause').click();
    const pause = page.getByRole('alertdialog', { name: 'Pause “Trial”?' });
    await pause.getByText('1 person is inside.').waitFor();
    await pause.getByRole('button', { name: 'Pause' }).click();
    await page.locator('[data-state="paused"]').first().waitFor();
    await button('Resume').click();
    const resume = page.getByRole('alertdialog', { name: 'Resume “Trial”?' });
    await resume.getByText('Move all deadlines by the pause').click();
    await resume.getByRole('button', { name: 'Resume' }).click();
    await page.locator('[data-state="live"]').first().waitFor();
    expect((await read(welcome)).state).toBe('live');
  });

  it('draws step by step: each is added with a press on a line', async () => {
    await page.goto('/automations?dialog=create');
    const dialog = page.getByRole('dialog', { name: 'New automation' });
    await dialog.getByLabel('Name', { exact: true }).fill(`Reminder '; -- {{ x }}`);
    await dialog.getByRole('button', { name: 'New automation' }).click();
    await page.waitForURL(/\/edit$/);
    drawn = idOf();
    await line('', 'first').click();
    await item('Delay').click();
    await page.getByRole('region', { name: 'Settings of the step' }).getByLabel('How long', { exact: true }).fill('2');
    await isStored(drawn, ['delay', 'exit']);
    const { first } = await graphOf(drawn);
    await line(first).click();
    await item('Email').click();
    await isStored(drawn, ['delay', 'email', 'exit']);
    await page.getByRole('combobox', { name: 'Template', exact: true }).fill('Trial 1');
    await page.getByRole('option', { name: /^Trial 1/ }).click();
    await saved();
    await until('the template is stored', async () => JSON.stringify(await graphOf(drawn)).includes('"days":2'));
  });

  it('marks problems at their step while drawing, and a press goes there', async () => {
    await button('1 problem').click();
    await button('Event: nothing is chosen yet').click();
    const panel = page.getByRole('region', { name: 'Settings of the step' });
    await panel.getByText('Event: nothing is chosen yet').waitFor();
    await panel.getByRole('combobox', { name: 'Event' }).fill('Signed up');
    await button('Ready to publish').waitFor();
    await saved();
  });

  it('undoes and redoes by key', async () => {
    const { first } = await graphOf(drawn);
    await step(first).click();
    await page.keyboard.press('Delete');
    await isStored(drawn, ['email', 'exit']);
    await page.keyboard.press('Control+z');
    await isStored(drawn, ['delay', 'email', 'exit']);
    await page.keyboard.press('Control+Shift+z');
    await isStored(drawn, ['email', 'exit']);
    await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
    await isStored(drawn, ['delay', 'email', 'exit']);
  });

  it('copies and pastes a step', async () => {
    const { first } = await graphOf(drawn);
    await step(first).focus();
    await page.keyboard.press('Control+c');
    await page.getByText('Step copied. Choose a + to paste.').waitFor();
    const mail = (await graphOf(drawn)).steps.find(({ kind }) => kind === 'email')?.id ?? '';
    await line(mail).click();
    await item('Paste').click();
    await isStored(drawn, ['delay', 'email', 'delay', 'exit']);
    await step(mail).focus();
    await page.keyboard.press('Control+v');
    await isStored(drawn, ['delay', 'email', 'delay', 'delay', 'exit']);
  });

  it('moves a step that is dragged onto a line', async () => {
    const { first, steps } = await graphOf(drawn);
    const mail = steps.find(({ kind }) => kind === 'email')?.id ?? '';
    const from = await step(mail).boundingBox();
    const to = await line('', 'first').boundingBox();
    if (!from || !to) throw new Error('the drawing is not shown');
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y - 60, { steps: 4 });
    await page.mouse.move(to.x + 12, to.y + 12, { steps: 8 });
    await page.mouse.up();
    await isStored(drawn, ['email', 'delay', 'delay', 'delay', 'exit']);
    expect((await graphOf(drawn)).steps.find(({ id }) => id === mail)?.next).toBe(first);
  });

  it('is drawn by the keyboard alone', async () => {
    const { on, press } = handsOn(page);
    await page.reload();
    await step('').focus();
    await press('Enter');
    await press('Escape');
    await on(step(''));
    await press('ArrowDown');
    const { first } = await graphOf(drawn);
    await on(step(first));
    await press('+');
    await item('Update person').waitFor();
    await press('u', 'Enter');
    await isStored(drawn, ['email', 'update', 'delay', 'delay', 'delay', 'exit']);
    await page.getByRole('region', { name: 'Settings of the step' }).waitFor();
    await press('Escape');
    const update = (await graphOf(drawn)).steps.find(({ kind }) => kind === 'update')?.id ?? '';
    await on(step(update));
    await press('Alt+ArrowUp');
    await isStored(drawn, ['update', 'email', 'delay', 'delay', 'delay', 'exit']);
    await press('Delete');
    await isStored(drawn, ['email', 'delay', 'delay', 'delay', 'exit']);
  });

  it('is a nested list too, which is what phones show first', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/automations/${welcome}`);
    await page.getByRole('group', { name: 'Outline' }).getByText('Created a project?').waitFor();
    await page.goto(`/automations/${drawn}/edit`);
    const outline = page.getByRole('group', { name: 'Outline' });
    await outline.getByRole('listitem').first().waitFor();
    await line('', 'first').click();
    await item('Branch').click();
    await page.getByRole('region', { name: 'Settings of the step' }).getByText('Way 1').waitFor();
    await page.keyboard.press('Escape');
    await outline.getByText('Yes', { exact: true }).waitFor();
    await outline.getByText('No', { exact: true }).waitFor();
    await page.getByRole('button', { name: '1 problem' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
    await isStored(drawn, ['email', 'delay', 'delay', 'delay', 'exit']);
    await page.setViewportSize({ width: 1440, height: 1000 });
  });

  it('refuses to overwrite what somebody else changed', async () => {
    await page.goto(`/automations/${drawn}/edit`);
    await page.getByLabel('Name of the automation').waitFor();
    await call(`PUT /console/automations/${drawn}`, { body: { name: 'Elsewhere' } });
    await page.getByLabel('Name of the automation').fill('Here');
    await page.getByText('Somebody else changed this automation.').waitFor();
    await button('Load the current version').click();
    await until('it is loaded', async () => (await page.getByLabel('Name of the automation').inputValue()) === 'Elsewhere'); // prettier-ignore
  });

  it('publishes a second version, says what changes, and moves who is inside', async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.goto(`/automations/${welcome}/edit`);
    await step('three-days').click();
    await page.getByRole('region', { name: 'Settings of the step' }).getByLabel('How long', { exact: true }).fill('5');
    await saved();
    await until('it is stored', async () => JSON.stringify(await graphOf(welcome)).includes('"days":5'));
    await button('Publish…').click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2?' });
    await dialog.getByText('“Delay: 5 days” is changed').waitFor();
    await dialog.getByText('1 person goes on from their step.').click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.waitForURL(`/automations/${welcome}`);
    await page.getByRole('heading', { name: 'Version 2' }).waitFor();
    await button('1 here: show who is at Delay: 5 days').waitFor();
    const { data } = (await call(`GET /console/automations/${welcome}/enrolments`)).body;
    expect(data).toEqual([expect.objectContaining({ uid: 'ada', version: 2, step: 'three-days' })]);
    await button('More actions').click();
    await item('Versions').click();
    const versions = page.getByRole('dialog', { name: 'Versions' });
    await versions.getByRole('button', { name: 'Edit from here' }).last().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Edit from here' }).click();
    await page.waitForURL(/\/edit/);
    await until('the first version is the draft', async () =>
      JSON.stringify(await graphOf(welcome)).includes('"days":3'),
    );
  });

  it('finds automations by word and state, and deletes a draft after a question', async () => {
    await page.goto('/automations');
    await page.getByRole('combobox', { name: 'State' }).selectOption('live');
    await page.getByRole('row').filter({ hasText: 'Elsewhere' }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Trial' }).waitFor();
    await page.goBack();
    await page.getByRole('searchbox').fill('elsewh');
    await page.getByRole('row').filter({ hasText: 'Trial' }).waitFor({ state: 'detached' });
    await button('Actions for Elsewhere').click();
    await item('Duplicate').click();
    await page.waitForURL(/\/edit$/);
    const copy = idOf();
    expect(copy).not.toBe(drawn);
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await item('Delete draft').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click();
    await page.waitForURL('/automations');
    expect((await call(`GET /console/automations/${copy}`)).status).toBe(404);
  });

  it('ends paths when it is stopped, after a question', async () => {
    await page.goto(`/automations/${welcome}`);
    await button('More actions').click();
    await item('Stop at once').click();
    const stop = page.getByRole('alertdialog', { name: 'Stop “Trial”?' });
    await stop.getByText('The path of 1 person ends now.').waitFor();
    await stop.getByRole('button', { name: 'Stop at once' }).click();
    await page.locator('[data-state="stopped"]').first().waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'breaks no rule of WCAG 2.2 AA in the %s theme, and fits phones',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const faults: unknown[] = [];
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 1000 });
        for (const path of [
          '/automations',
          `/automations/${drawn}/edit?view=drawing`,
          `/automations/${drawn}/edit?view=outline`,
          `/automations/${welcome}?view=drawing`,
          `/automations/${welcome}?view=outline&dialog=versions`,
        ]) {
          await page.goto(path);
          await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
          await page.locator('[data-step]').or(page.getByRole('row')).first().waitFor();
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
