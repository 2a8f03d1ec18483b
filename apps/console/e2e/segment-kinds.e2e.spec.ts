/**
 * @slow makes manual segments and snapshots in Chromium, and is refused
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, signIn } from './browser.js';

jest.setTimeout(240_000);

const PATIENTLY = { ms: 60_000 };
const PRO = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' };

describe('kinds of segments, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let call: Call;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true', MESSAGES_DAYS: '90' } });
    call = caller(product);
    for (const [uid, plan] of [
      ['ada', 'pro'],
      ['grace', 'pro'],
      ['linus', 'free'],
    ] as const)
      // prettier-ignore
      await call(`PUT /v1/users/${uid}`, { body: { email: `${uid}@example.com`, first_name: uid, meta: { plan, orders: 3 } } });
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 1000 } });
    page.setDefaultTimeout(30_000);
    await signIn(page, product);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const condition = (number: number) => page.getByRole('group', { name: `Condition ${number}`, exact: true });
  const choose = (within: Locator, label: string, option: string) =>
    within.getByLabel(label, { exact: true }).selectOption({ label: option });
  const sentence = (text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
  const isOpen = () => page.waitForURL(/\/segments\/[0-9a-f-]{36}$/);
  const idOf = () => /\/segments\/([0-9a-f-]{36})$/.exec(new URL(page.url()).pathname)?.[1] as string;
  const members = (id: string, uids: string[]) =>
    until(
      `${uids.join()} are the members`,
      async () => {
        const { body } = await call(`GET /v1/segments/${id}/people?limit=30`);
        return body.data.map(({ uid }: { uid: string }) => uid).sort().join() === uids.join(); // prettier-ignore
      },
      PATIENTLY,
    );
  /** Chooses people in the table, and puts them into a manual segment or takes them out. */
  const put = async (action: string, people: string[], segment: string, submit: string) => {
    await page.goto('/people');
    for (const name of people)
      await page
        .getByRole('row')
        .filter({ hasText: `${name}@example.com` })
        .getByRole('checkbox')
        .check();
    await button(action).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog, 'Segment', segment);
    await dialog.getByRole('button', { name: submit, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('makes a manual segment, fills it from the table of people, and duplicates it with all its people', async () => {
    await page.goto('/segments/new');
    await page.getByLabel('Name', { exact: true }).fill('Beta testers');
    await page.getByRole('radio', { name: 'Manual' }).click();
    await page.getByText('It has no conditions.').waitFor();
    await page.getByRole('group', { name: 'Conditions' }).waitFor({ state: 'detached' });
    await button('Create segment').click();
    await isOpen();
    const id = idOf();
    expect((await call(`GET /v1/segments/${id}`)).body).toMatchObject({ kind: 'manual', match: null });
    await put('Add to segment', ['ada', 'grace'], 'Beta testers', 'Add');
    await members(id, ['ada', 'grace']);
    await put('Remove from segment', ['grace'], 'Beta testers', 'Remove');
    await members(id, ['ada']);
    // More than one page of members has.
    const many = Array.from({ length: 40 }, (_, at) => `tester-${at}`);
    for (const uid of many) await call(`PUT /v1/users/${uid}`, { body: { email: `${uid}@example.com` } });
    await call(`POST /v1/segments/${id}/people`, { body: { add: many } });
    await page.goto('/segments');
    await button('Actions for Beta testers').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText('begins with the people of the other segment').waitFor();
    await button('Create segment').click();
    await isOpen();
    expect(idOf()).not.toBe(id);
    await page.getByRole('heading', { name: 'Copy of Beta testers' }).waitFor();
    const countOf = async () => (await call(`GET /v1/segments/${idOf()}`)).body.member_count as number;
    await until('all are members', async () => (await countOf()) === 41, PATIENTLY);
  });

  it('makes a snapshot, which changes when it is refreshed', async () => {
    await page.goto(`/segments/new?match=${encodeURIComponent(JSON.stringify(PRO))}`);
    await page.getByLabel('Name', { exact: true }).fill('Pro in spring');
    await page.getByRole('radio', { name: 'Snapshot' }).click();
    await button('Create segment').click();
    await isOpen();
    await members(idOf(), ['ada', 'grace']);
    await call('PUT /v1/users/linus', { body: { meta: { plan: 'pro' } } });
    // What follows the same conditions has linus by now, and the snapshot has not.
    const live = (await call('POST /v1/segments', { body: { name: 'Pro now', match: PRO } })).body.id as string;
    await members(live, ['ada', 'grace', 'linus']);
    await members(idOf(), ['ada', 'grace']);
    await button('Actions for Pro in spring').click();
    await page.getByRole('menuitem', { name: 'Refresh' }).click();
    await members(idOf(), ['ada', 'grace', 'linus']);
  });

  it('narrows “did not open” to people who were sent a message, and takes in unknown opens on request', async () => {
    await page.goto(`/segments/new?match=${encodeURIComponent(JSON.stringify({ not: { message: 'opened' } }))}`);
    await sentence('People who did not open a message.');
    await page.getByRole('switch', { name: 'Including unknown opens' }).click();
    await sentence('People who did not open a message (including unknown opens).');
    await button('Only people who were sent one').click();
    await sentence('People who were sent a message and who did not open a message (including unknown opens).');
    await button('Only people who were sent one').waitFor({ state: 'detached' });
  });

  it('takes the type of an attribute that is typed, and warns of another one', async () => {
    await page.goto(`/segments/new?match=${encodeURIComponent(JSON.stringify(PRO))}`);
    const attribute = condition(1).getByRole('combobox', { name: 'Attribute', exact: true });
    await attribute.click();
    await attribute.fill('');
    await condition(1).getByRole('option', { name: /^orders/ }).waitFor(); // prettier-ignore
    await attribute.fill('orders');
    await until('it is a number', async () => (await condition(1).getByLabel('Type of the value').inputValue()) === 'number'); // prettier-ignore
    await choose(condition(1), 'Type of the value', 'Text');
    await condition(1).getByText('“orders” has the type “number” for everybody who was sampled, so nobody matches').waitFor(); // prettier-ignore
    await choose(condition(1), 'Comparison', 'is not');
    await condition(1).getByText('so everybody matches, also those without it').waitFor();
    await choose(condition(1), 'Type of the value', 'Number');
    await condition(1).getByText('has the type').waitFor({ state: 'detached' });
  });

  it('says how many people match because they lack an attribute, and leaves them out', async () => {
    await call('PUT /v1/users/nadia', { body: { meta: { country: 'NG' } } });
    await call('PUT /v1/users/petra', { body: { meta: { country: 'DE' } } });
    const match = { not: { attribute: 'country', type: 'text', is: 'equals', value: 'NG' } };
    await page.goto(`/segments/new?match=${encodeURIComponent(JSON.stringify(match))}`);
    await condition(1).getByText(/^including \d+ without “country”/).waitFor(); // prettier-ignore
    await button('Leave them out').click();
    await sentence('People whose “country” is set and whose “country” is not “NG”.');
    await button('Leave them out').waitFor({ state: 'detached' });
    await page.locator('[data-people="1"]').waitFor();
  });

  it('prints the instant with which the last day begins', async () => {
    const match = { event: 'Paid', window: { last: { days: 1 } } };
    await page.goto(`/segments/new?match=${encodeURIComponent(JSON.stringify(match))}`);
    await condition(1).getByText(/^since \d+ \w+ 20\d\d, 00:00 \(\S+\)$/).waitFor(); // prettier-ignore
    await condition(1).getByLabel('Length').fill('');
    await condition(1).getByText(/^since \d/).waitFor({ state: 'detached' }); // prettier-ignore
  });

  describe('says at the field, and saves nothing, of', () => {
    const root = () => page.getByRole('group', { name: 'Conditions', exact: true });
    const stored = async () => {
      const { data } = (await call('GET /v1/segments?limit=30')).body as { data: { id: string; version: number }[] };
      return data.map(({ id, version }) => `${id} ${version}`).sort();
    };
    const build = async (match: object) => {
      await page.goto(`/segments/new?match=${encodeURIComponent(JSON.stringify(match))}`);
      await page.getByLabel('Name', { exact: true }).fill(`'; DROP TABLE segments; -- {{ user.uid }}`);
    };
    const refused = async (within: Locator, said: string | RegExp) => {
      const before = await stored();
      await button('Create segment').click();
      await within.getByRole('alert').getByText(said).waitFor(); // prettier-ignore
      expect(new URL(page.url()).pathname).toBe('/segments/new');
      expect(await stored()).toEqual(before);
    };

    it('the 51st condition', async () => {
      await build({ any: Array.from({ length: 50 }, (_, at) => ({ ...PRO, value: `plan ${at}` })) });
      await button('Duplicate: Condition 50').click();
      await condition(51).waitFor();
      await refused(root(), 'The segment must hold at most 50 conditions; it has 51.');
      await button('Remove: Condition 51').click();
      await root().getByRole('alert').waitFor({ state: 'detached' });
    });

    it('a window that is longer than any', async () => {
      await build({ event: 'Paid', window: { last: { days: 30 } } });
      const length = condition(1).getByLabel('Length');
      await length.fill('3651');
      await refused(condition(1), 'Time must be a whole number from 1 to 3650.');
      expect(await length.getAttribute('aria-invalid')).toBe('true');
      await length.fill('3650');
      await condition(1).getByRole('alert').waitFor({ state: 'detached' });
    });

    it('a window in which messages are deleted already', async () => {
      await build({ all: [PRO, { message: 'opened', window: { last: { days: 120 } } }] });
      await refused(condition(2), /^This condition asks for messages of 20\d\d-\d\d-\d\d, but messages are deleted after 90 days\.$/); // prettier-ignore
    });

    it('a list that does not exist', async () => {
      const nobody = '01900000-0000-7000-8000-000000000000';
      await build({ not: { list: nobody } });
      await refused(condition(1), `This condition names the list ${nobody}, which does not exist.`);
    });

    it('a tree that is larger than any', async () => {
      await build({ ...PRO, is: 'one_of', value: Array.from({ length: 10 }, (_, at) => `${at}`.repeat(1_000)) });
      for (let number = 2; number <= 7; number++) {
        await button('Duplicate: Condition 1').click();
        await condition(number).waitFor();
      }
      await refused(root(), 'The segment must be at most 65536 bytes of JSON.');
    });

    it('a circle of segments, with their names', async () => {
      const make = async (name: string, match: object) =>
        (await call('POST /v1/segments', { body: { name, match } })).body.id as string;
      const inner = await make('Inner', PRO);
      await make('Outer', { segment: inner });
      const before = await stored();
      await page.goto(`/segments/${inner}/edit`);
      await button('Add condition').click();
      await page.getByRole('menuitem', { name: 'Another segment', exact: true }).click();
      await choose(condition(2), 'Segment', 'Outer');
      await button('Review changes').click();
      await condition(2).getByText('This condition makes the segment depend on itself, by "Outer" → "Inner".').waitFor(); // prettier-ignore
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await stored()).toEqual(before);
    });
  });

  it('takes SQL and Liquid as the text that they are', async () => {
    const evil = `'; DROP TABLE people; -- {{ user.uid }}`;
    await page.goto(
      `/segments/new?match=${encodeURIComponent(JSON.stringify({ ...PRO, attribute: evil, value: evil }))}`,
    );
    await page.getByLabel('Name', { exact: true }).fill(evil);
    await button('Create segment').click();
    await isOpen();
    await page.getByRole('heading', { name: evil }).waitFor();
    await call('PUT /v1/users/mallory', { body: { meta: { [evil]: evil } } });
    await members(idOf(), ['mallory']);
  });

  it('says at its condition what the API refuses, and saves nothing', async () => {
    const gone = (await call('POST /v1/segments', { body: { name: 'Soon gone', match: PRO } })).body.id as string;
    await page.goto(`/segments/new?match=${encodeURIComponent(JSON.stringify({ all: [PRO, { segment: gone }] }))}`);
    await page.getByLabel('Name', { exact: true }).fill('Refused');
    await sentence('in the segment “Soon gone”');
    await call(`DELETE /v1/segments/${gone}`);
    await button('Create segment').click();
    await condition(2).getByText('which does not exist').waitFor();
    const { data } = (await call('GET /v1/segments?limit=30')).body as { data: { name: string }[] };
    expect(data.map(({ name }) => name)).not.toContain('Refused');
  });

  it('links to the automation that uses a segment', async () => {
    const { id } = (await call('POST /v1/segments', { body: { name: 'Entrants', match: PRO } })).body;
    const trigger = { kind: 'segment', segment: id, change: 'enters' };
    const steps = [{ id: 'out', kind: 'exit' }];
    const body = { name: 'Greets them', graph: { trigger, settings: {}, first: 'out', steps } };
    const automation = (await call('POST /console/automations', { body })).body.id as string;
    expect((await call(`POST /console/automations/${automation}/publish`, { body: {} })).status).toBe(200);
    await page.goto(`/segments/${id}`);
    await page.getByRole('link', { name: 'Greets them' }).click();
    await page.waitForURL(new RegExp(`/automations/${automation}`));
  });
});
