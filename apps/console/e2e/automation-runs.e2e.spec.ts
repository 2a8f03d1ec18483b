/**
 * @slow takes people through automations in Chromium, and draws steps of every kind
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import pg from 'pg';
import { openBrowser, overflow, signIn, watch, type Watch } from './browser.js';
import { handsOn } from './hands.js';

jest.setTimeout(300_000);

const PATIENTLY = { ms: 60_000 };
const out = { id: 'out', kind: 'exit' };
const nap = { id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' };

describe('people in automations, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let list: string;
  let template: string;
  let database: pg.Client;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    list = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id;
    template = (await call('POST /console/templates', { body: { name: 'Hello', subject: 'Hello', html: '<p>Hello</p>' } })).body.id; // prettier-ignore
    for (const uid of ['ada', 'grace'])
      await call(`PUT /v1/users/${uid}`, { body: { email: `${uid}@example.com`, meta: { plan: 'pro' }, lists: [list] } }); // prettier-ignore
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 1000 } });
    page.setDefaultTimeout(30_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    seen = watch(page, product.consoleUrl);
    await signIn(page, product);
  });

  afterAll(async () => {
    await database?.end();
    await browser?.close();
    await product?.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
  const step = (id: string) => page.locator(`[data-step="${id}"]`);
  const panel = () => page.getByRole('region', { name: 'Settings of the step' });
  const read = async (id: string) => (await call(`GET /console/automations/${id}`)).body;
  const path = async (id: string, run: string) => (await call(`GET /console/automations/${id}/enrolments/${run}`)).body;
  const draft = async (name: string, steps: object[], more: object = {}): Promise<string> => {
    const graph = { trigger: { kind: 'api' }, settings: { list, reentry: { policy: 'after_end' } }, first: (steps[0] as { id: string }).id, steps: [...steps, out], ...more }; // prettier-ignore
    return (await call('POST /console/automations', { body: { name, graph } })).body.id;
  };
  const live = async (name: string, ...steps: object[]): Promise<string> => {
    const id = await draft(name, steps);
    const { status, body } = await call(`POST /console/automations/${id}/publish`, { body: {} });
    expect([status, body.error]).toEqual([200, undefined]);
    return id;
  };
  const enrolled = async (id: string, uid: string) =>
    (await call(`POST /v1/automations/${id}/enrol`, { body: { uid } })).body.run as string;
  const pathOf = async (id: string, run: string) => {
    await page.goto(`/automations/${id}?run=${run}`);
    return page.getByRole('dialog', { name: /^Path of/ });
  };
  const stored = (id: string, part: string) =>
    until(`${part} is stored`, async () => JSON.stringify((await read(id)).graph).includes(part));
  /** Looks at both widths; with a folder, keeps a picture of each. */
  const look = async (name: string) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 1000 });
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png` });
      expect([name, width, await overflow(page)]).toEqual([name, width, 0]);
    }
  };

  it('lets a person in by hand, and says until when quiet hours hold the mail', async () => {
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    await call('PUT /console/workspace', { body: { email_quiet_hours: { from: clock(-1), to: clock(5) } } });
    const id = await live('Hello', { id: 'mail', kind: 'email', template, next: 'out' });
    await page.goto(`/automations/${id}`);
    await button('More actions').click();
    await item('Let a person in').click();
    const dialog = page.getByRole('dialog', { name: 'Let a person in' });
    await dialog.getByLabel('User ID').fill('ada');
    await dialog.getByRole('button', { name: 'Let a person in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until('it is held', async () => (await read(id)).runs.inside === 1, PATIENTLY);
    await button('ada@example.com').click();
    const shown = page.getByRole('dialog', { name: 'Path of ada@example.com' });
    await shown.getByText(/^Held until .* \(quiet hours\)$/).waitFor();
    await look('held');
    await call('PUT /console/workspace', { body: { email_quiet_hours: null } });
  });

  it('names the cap that kept a mail from leaving', async () => {
    await call('PUT /console/workspace', { body: { email_day_cap: 1 } });
    const mail = (id: string, next: string) => ({ id, kind: 'email', template, late: 'skip', next });
    const id = await live('Twice', mail('one', 'two'), mail('two', 'out'));
    const run = await enrolled(id, 'grace');
    await until('it is over', async () => (await path(id, run)).run.end_reason === 'done', PATIENTLY);
    await (await pathOf(id, run)).getByText('Skipped: cap of 1 a day').waitFor();
    await call('PUT /console/workspace', { body: { email_day_cap: null } });
  });

  it('retries a failed step, and ends the path of a person, after a question', async () => {
    const id = await live('Nap', nap);
    const [failed, ended] = [await enrolled(id, 'ada'), await enrolled(id, 'grace')];
    const rests = async (run: string) => (await path(id, run)).run.due_at !== null && (await path(id, run)).run.step === 'nap'; // prettier-ignore
    for (const run of [failed, ended]) await until('it rests', () => rests(run), PATIENTLY);
    await until('both have begun to rest', async () => (await database.query('SELECT FROM enrolments WHERE id = ANY($1::uuid[]) AND rests_since IS NOT NULL', [[failed, ended]])).rowCount === 2, PATIENTLY); // prettier-ignore
    await database.query(
      `UPDATE enrolments SET ended_at = now(), end_reason = 'failed', error = 'It broke', due_at = NULL WHERE id = $1`,
      [failed],
    );
    const broken = await pathOf(id, failed);
    await broken.getByText('The last try failed: It broke').waitFor();
    await broken.getByRole('button', { name: 'Retry' }).click();
    await until('it went on', async () => (await path(id, failed)).run.end_reason === 'done', PATIENTLY);
    await (await pathOf(id, ended)).getByRole('button', { name: 'End the path' }).click();
    const question = page.getByRole('alertdialog', { name: 'End the path of this person?' });
    await question.getByRole('button', { name: 'End the path' }).click();
    await until('it has ended', async () => (await path(id, ended)).run.end_reason === 'stopped', PATIENTLY);
  });

  it('shows all steps of the live version on opening, at any width, whatever the draft is', async () => {
    const mail = (id: string, next: string) => ({ id, kind: 'email', template, next });
    const shares = ['one', 'two', 'three', 'four'].map((next) => ({ percent: 25, next }));
    const steps = [
      ...[1, 2, 3, 4, 5, 6].map((at) => ({ ...nap, id: `nap${at}`, next: at < 6 ? `nap${at + 1}` : 'ways' })),
      { id: 'ways', kind: 'split', shares },
      ...shares.map(({ next }) => mail(next, 'out')),
    ];
    const id = await live('Long and wide', ...steps);
    const graph = { ...(await read(id)).graph, first: 'out', steps: [out] };
    expect((await call(`PUT /console/automations/${id}`, { body: { graph } })).status).toBe(200);
    await enrolled(id, 'grace');
    const allShown = (wide: boolean) =>
      until(`all ${steps.length + 2} steps are inside, ${wide ? 'wide' : 'narrow'}`, () =>
        page.evaluate((count) => {
          const frame = document.querySelector('[role=group][aria-label=Drawing]')?.getBoundingClientRect();
          const boxes = [...document.querySelectorAll('[data-step]')].map((each) => each.getBoundingClientRect());
          const isInside = ({ left, top, right, bottom }: DOMRect) =>
            frame && left >= frame.left && top >= frame.top && right <= frame.right && bottom <= frame.bottom;
          return boxes.length === count && boxes.every((box) => box.width > 0 && isInside(box));
        }, steps.length + 2),
      );
    for (const [width, height] of [
      [1440, 1000],
      [390, 844],
    ] as const) {
      // prettier-ignore
      await page.setViewportSize({ width, height });
      await page.goto(`/automations/${id}?view=drawing`);
      await button('1 here: show who is at Delay: 1 day').waitFor();
      await allShown(width > 1_000);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/whole-${width}.png` });
    }
    // A phone that is turned.
    await page.setViewportSize({ width: 844, height: 390 });
    await allShown(false);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await allShown(true);
    // What somebody has moved stays where it is.
    const zoom = () =>
      page.locator('.react-flow__viewport').evaluate((drawn) => new DOMMatrix(getComputedStyle(drawn).transform).a);
    const before = await zoom();
    await button('Zoom in').click();
    await until('it is larger', async () => (await zoom()) > before);
    const larger = await zoom();
    await page.setViewportSize({ width: 1300, height: 1000 });
    expect(await zoom()).toBe(larger);
    await page.setViewportSize({ width: 1440, height: 1000 });
  });

  it('lets nobody in any more, and stops when the last person has ended', async () => {
    const id = await live('Drained', nap);
    const run = await enrolled(id, 'ada');
    await page.goto(`/automations/${id}`);
    await button('More actions').click();
    await item('Let nobody in any more').click();
    const question = page.getByRole('alertdialog', { name: 'Let nobody into “Drained” any more?' });
    await question.getByText('The 1 person inside goes on to the end; then it stops.').waitFor();
    await question.getByRole('button').last().click();
    await page.locator('[data-state="draining"]').first().waitFor();
    await call(`DELETE /console/automations/${id}/enrolments/${run}`);
    await until('it stops', async () => (await read(id)).state === 'stopped', PATIENTLY);
  });

  describe('tries the draft with one person', () => {
    const pro = { match: { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' }, next: 'mail' };
    const steps = () => [
      { ...nap, next: 'who' },
      { id: 'who', kind: 'branch', branches: [pro], else: 'out' },
      { id: 'mail', kind: 'email', template, next: 'wait' },
      { id: 'wait', kind: 'wait', wake: [{ event: 'Paid', next: 'out' }], timeout: { days: 2 }, else: 'out' },
    ];
    const open = async (id: string) => {
      await page.goto(`/automations/${id}/edit`);
      await button('Try…').click();
      await page.getByText('With one person', { exact: true }).click();
      return page.getByRole('dialog', { name: 'Try it with one person' });
    };

    it('found by a search, from wait to wait, with the mail to the address that was given', async () => {
      const id = await draft('Try one', steps());
      const dialog = await open(id);
      await dialog.getByRole('combobox', { name: 'Person' }).fill('ada');
      await page.getByRole('option', { name: /ada@example\.com/ }).click();
      await dialog.getByLabel('Send emails to').fill('me@example.com');
      await look('test-form');
      await dialog.getByRole('button', { name: 'To the first wait' }).click();
      await dialog.getByText(/^Is at Delay: 1 day, until/).waitFor();
      await dialog.getByRole('button', { name: 'Let the time pass' }).click();
      await dialog.getByText('Sent to you').waitFor();
      await dialog.getByText('Way 1: yes, plan was pro').waitFor();
      await look('test-path');
      await dialog.getByRole('button', { name: /Paid/ }).click();
      await dialog.getByText('The path is over.').waitFor();
      const { data } = (await call('GET /console/inbox?channel=email')).body;
      expect(data.some(({ subject }: { subject: string }) => subject === '[Test] Hello')).toBe(true);
      expect((await read(id)).runs).toMatchObject({ inside: 0, entered: 0 });
    });

    it('made up by attributes, all at once, and sends nothing without an address', async () => {
      const dialog = await open(await draft('Try made up', steps()));
      await dialog.getByLabel('Who goes through it').selectOption('madeUp');
      await dialog.getByLabel('Attributes').fill('first_name = Ada\nplan = pro');
      await dialog.getByRole('button', { name: 'All at once' }).click();
      await dialog.getByText('The path is over.').waitFor();
      await dialog.getByText('Would be sent').waitFor();
      await dialog.getByRole('button', { name: 'Start over' }).click();
      await dialog.getByLabel('Attributes').fill('plan = basic');
      await dialog.getByRole('button', { name: 'All at once' }).click();
      await dialog.getByText('No condition was met').waitFor();
    });
  });

  describe('sets up', () => {
    it('dates and schedules as what lets people in, by mouse', async () => {
      const segment = (await call('POST /v1/segments', { body: { name: 'Everybody', match: { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' } } })).body.id as string; // prettier-ignore
      const id = await draft('Clocks', [nap]);
      await page.goto(`/automations/${id}/edit`);
      await step('').click();
      const kind = panel().getByRole('combobox', { name: 'Who enters', exact: true });
      await kind.selectOption({ label: 'A date of the person comes' });
      await panel().getByRole('combobox', { name: 'Attribute', exact: true }).fill('birthday');
      await panel().getByLabel('How often').selectOption({ label: 'Every year' });
      await panel().getByLabel('Days before (−) or after the date').fill('-3');
      await stored(id, '"days":-3');
      await look('date');
      await kind.selectOption({ label: 'On a schedule, everybody in a segment' });
      await panel().getByLabel('Segment', { exact: true }).selectOption(segment);
      await panel().getByLabel('How often').selectOption({ label: 'Every month' });
      await panel().getByLabel('Days of the month').fill('1, 15');
      await stored(id, '"on":[1,15]');
      expect((await read(id)).graph.trigger).toMatchObject({ kind: 'schedule', segment, every: 'month', on: [1, 15] });
      await look('schedule');
    });

    it('an SMS and a call by the keyboard alone', async () => {
      const id = await draft('Keys', [
        { id: 'text', kind: 'sms', text: '', next: 'call' },
        { id: 'call', kind: 'webhook', url: '', next: 'out', failed: 'out' },
      ]);
      const { fill, press, to, activate } = handsOn(page);
      await page.goto(`/automations/${id}/edit`);
      await step('text').focus();
      await press('Enter');
      await fill(panel().getByLabel('Text', { exact: true }), 'Hi, your order is here');
      await to(panel().getByLabel('In quiet hours, or when a cap is reached'));
      await press('ArrowDown');
      await fill(panel().getByLabel('Too late after', { exact: true }), '5');
      await stored(id, '"late":"skip"');
      await stored(id, '"expires":{"days":5}');
      await look('sms');
      await press('Escape');
      await step('call').focus();
      await press('Enter');
      await fill(panel().getByLabel('Address'), 'https://example.com/hook');
      await fill(panel().getByLabel('Fields of the answer to keep'), 'code, score');
      await stored(id, '"keep":["code","score"]');
      await activate(button('Signing secret…'));
      const dialog = page.getByRole('dialog', { name: 'Signing secret of automations' });
      await dialog.getByText(/^There is none yet/).waitFor();
      await activate(dialog.getByRole('button', { name: 'Make the secret' }));
      await dialog
        .locator('code')
        .getByText(/^whsec_/)
        .waitFor();
      await look('secret');
    });
  });

  it('made no foreign request, and logged no error', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(seen.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
