/**
 * What marketers expect of a console, numbered as in the list of behaviours. Other files check
 *
 * |  4 | imports with a map and a preview       | imports: imports an export of Mailchimp by keyboard alone                 |
 * |  6 | the stream of events, live and paused  | console: shows a new event live, with its properties; holds events back … |
 * |  7 | the timeline and its causes            | messages: shows why somebody got a message; merges messages into …        |
 * |  8 | empty states that do the next step     | home: leads from an empty workspace to the first email … in three clicks  |
 * | 13 | the dark theme without a flash         | console: stays dark after a reload, from its first paint                  |
 * | 16 | charts as tables, machines apart       | home: counts what was sent, and shows it as a table                       |
 * | 17 | tests that are no messages             | campaigns: sends a test that is no message of the campaign                |
 *
 * @slow drives Chromium through thirteen behaviours, and sends to a thousand people
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow } from './browser.js';

jest.setTimeout(240_000);

const PEOPLE = 1_020;
const PATIENT = { timeout: 120_000 };
const PATIENTLY = { ms: 120_000 };

interface Progress {
  counts: Record<string, number>;
  failed: number;
  total: number;
}
const FILE = Buffer.from('Email,First name\ngrace@example.com,Grace\nnot an address,Bob\np1@example.com,Renamed\n');

describe('what marketers expect, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let call: Call;
  let news: string;
  let beta: string;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    news = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id as string;
    beta = (await call('POST /v1/lists', { body: { title: 'Beta testers' } })).body.id as string;
    await fill();
    browser = await openBrowser();
    page = await open();
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

  /** Adds the people, who all get the news; two of them cannot be reached. */
  async function fill(): Promise<void> {
    const data = Array.from({ length: PEOPLE }, (_, at) => ({
      type: 'update',
      id: `p${at}`,
      email: `p${at}@example.com`,
      first_name: at === 7 ? 'Zora' : `Person ${at}`,
      meta: { plan: at % 2 === 0 ? 'pro' : 'free' },
      lists: [news],
    }));
    for (const from of [0, PEOPLE / 2])
      await call('POST /v1/batch', { body: { data: data.slice(from, from + PEOPLE / 2) } });
    const addresses = ['p0@example.com', 'p2@example.com'];
    await call('POST /console/suppressions', { body: { addresses } });
    await until('everybody is on the list', async () => (await subscribers(news)) === PEOPLE, PATIENTLY);
  }

  async function open(): Promise<Page> {
    const opened = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1440, height: 900 } });
    opened.setDefaultTimeout(30_000);
    return opened;
  }

  const subscribers = async (list: string) => (await call(`GET /v1/lists/${list}`)).body.subscriber_count;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const dialog = () => page.getByRole('dialog');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text }).first();
  const param = (name: string) => new URL(page.url()).searchParams.get(name);
  const state = (name: string) => page.locator(`[data-state="${name}"]`).first().waitFor(PATIENT);
  const campaignOf = async (id: string) => (await call(`GET /console/campaigns/${id}`)).body;

  async function draft(fields: object): Promise<string> {
    const body = { name: 'November', lists: [news], subject: 'News', text: 'Hello {{ unsubscribe_url }}', ...fields };
    return (await call('POST /console/campaigns', { body })).body.id as string;
  }

  it('1: searches as one types, and `/` is a letter inside a field', async () => {
    await page.goto('/people');
    await row('p5@example.com').or(page.getByRole('row').nth(5)).first().waitFor();
    await page.locator('body').press('/');
    await page.keyboard.type('zor');
    await row('p7@example.com').waitFor();
    await until('nobody else is found', async () => (await page.getByRole('row').count()) === 2);
    await page.keyboard.press('/');
    await until('it is typed', async () => (await page.getByRole('searchbox').inputValue()) === 'zor/');
  });

  it('2: keeps filters, sort and panels in the address, for a reload and for others, and Back undoes one', async () => {
    await page.goto('/people?search=zora');
    await page.getByLabel('List', { exact: true }).selectOption({ label: 'Product news' });
    await until('the list is in the address', () => param('list') === news);
    await row('p7@example.com').getByText('Subscribed').first().waitFor();
    const rows = await page.getByRole('row').allInnerTexts();
    await page.reload();
    await row('p7@example.com').getByText('Subscribed').first().waitFor();
    expect(await page.getByRole('row').allInnerTexts()).toEqual(rows);
    const other = await open();
    await other.context().addCookies(await page.context().cookies());
    await other.goto(page.url());
    await other.getByRole('row').filter({ hasText: 'p7@example.com' }).getByText('Subscribed').first().waitFor();
    expect(await other.getByRole('row').allInnerTexts()).toEqual(rows);
    await other.close();
    await page.goBack();
    await until('Back undid the list alone', () => param('list') === null && param('search') === 'zora');
  });

  it('3: selects a range with Shift, and changes all who match by one job', async () => {
    await page.goto(`/people?list=${news}`);
    await page.getByRole('row').nth(6).waitFor();
    const boxes = page.getByRole('row').getByRole('checkbox');
    await boxes.nth(2).click();
    await boxes.nth(5).click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    await button(/^Select all 1,020 matching/).click();
    const changes: string[] = [];
    page.on(
      'request',
      (request) => void (request.method() === 'POST' && changes.push(new URL(request.url()).pathname)),
    );
    await button('Add to lists').click();
    await page.getByRole('checkbox', { name: 'Beta testers' }).check();
    await page.getByLabel('How did these people agree?').fill('They asked for it.');
    await button('Add').click();
    await page.getByText('1,020 added').waitFor(PATIENT);
    expect(await subscribers(beta)).toBe(PEOPLE);
    expect(changes.filter((path) => /bulk|lists/.test(path))).toHaveLength(1);
    await button('Undo').click();
    await page.getByText('1,020 undone').waitFor(PATIENT);
    expect(await subscribers(beta)).toBe(0);
  });

  it('5: reports an import whose numbers add up, with line, reason and row', async () => {
    await page.goto('/people/imports');
    const chooser = page.waitForEvent('filechooser');
    await button('Choose file').click();
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: FILE });
    await page.waitForURL(/\/people\/imports\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await button('Check the file').click();
    await button('Import 2 people').click();
    const [download] = await Promise.all([
      page.waitForEvent('download', PATIENT),
      page.getByRole('link', { name: 'Download report' }).click(PATIENT),
    ]);
    const report = await download.createReadStream().then((stream) => stream.toArray()).then((all) => Buffer.concat(all).toString()); // prettier-ignore
    expect(report).toMatch(/3.*not an address/);
    const { progress } = (await call(`GET /console/imports/${id}`)).body as { progress: Progress };
    const { created = 0, updated = 0, skipped = 0, failed = 0 } = { ...progress.counts, failed: progress.failed };
    expect({ created, updated, skipped, failed, all: created + updated + skipped + failed }).toEqual({
      ...{ created: 1, updated: 1, skipped: 0, failed: 1 },
      all: progress.total,
    });
  });

  it('9: undoes an archived list from another page, and nothing of it has changed', async () => {
    const before = (await call(`GET /v1/lists/${beta}`)).body;
    await page.goto('/lists');
    await button('Actions for Beta testers').click();
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    await toast('archived').waitFor();
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.waitForURL('/templates');
    await toast('archived').getByRole('button', { name: 'Undo' }).click();
    await toast('is back').waitFor();
    expect((await call(`GET /v1/lists/${beta}`)).body).toEqual(before);
  });

  it('10: changes at once, and takes it back with a reason when the service refuses', async () => {
    const match = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' };
    const { id } = (await call('POST /v1/segments', { body: { name: 'On pro', kind: 'live', match } })).body;
    await page.goto(`/segments/${id}`);
    const announces = page.getByRole('main').getByRole('switch');
    await announces.waitFor();
    let refuse = () => {};
    const asked = new Promise<void>((resolve) => (refuse = resolve));
    await page.route(`**/api/v1/segments/${id}`, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await asked;
      return route.abort('internetdisconnected');
    });
    await announces.click();
    const isOn = (wanted: string) => async () => (await announces.getAttribute('aria-checked')) === wanted;
    await until('it changed at once', isOn('true'));
    refuse();
    await page.locator('[data-sonner-toast][data-type="error"]').first().waitFor();
    await until('it is back', isOn('false'));
    await page.unroute(`**/api/v1/segments/${id}`);
  });

  it('11: reaches every page, task and person from the command palette', async () => {
    await page.goto('/');
    const labels = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    await page.goto('/settings/workspace');
    await page.getByRole('link', { name: 'Audit log' }).waitFor();
    const settings = await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: 'Command palette' });
    await palette.waitFor();
    const pages = [...labels, ...settings]
      .map((label) => label.trim())
      .filter((label) => label && label !== 'Settings');
    expect(pages.length).toBeGreaterThan(14);
    const tasks = ['Import people', 'Create list', 'Create segment', 'New campaign', 'New automation', 'Create template', 'Add domain', 'Connect provider', 'Connect source', 'Add webhook', 'Create API key', 'Invite member', 'Use the dark appearance', 'Keyboard shortcuts', 'Log out']; // prettier-ignore
    for (const wanted of [...pages, ...tasks]) {
      await palette.fill(wanted);
      await page.getByRole('option', { name: new RegExp(wanted, 'i') }).first().waitFor(); // prettier-ignore
    }
    await palette.fill('zora');
    await page.getByRole('option', { name: /Zora/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/uid=p7/);
  });

  it('12: turns single keys off, and never acts on them while somebody types', async () => {
    await page.goto('/lists');
    await row('Product news').waitFor();
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('g?m');
    expect([await page.getByRole('searchbox').inputValue(), await dialog().count()]).toEqual(['g?m', 0]);
    await page.getByRole('heading', { name: 'Lists' }).click();
    await page.keyboard.press('?');
    await dialog().getByRole('switch').click();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/lists');
    await page.keyboard.type('Keyboard shortcuts');
    await page.keyboard.press('Enter');
    await dialog().getByRole('switch').click();
    await page.keyboard.press('Escape');
  });

  it('14: lets people paste their password', async () => {
    const other = await open();
    await other.goto('/login');
    await other.getByLabel('Email').fill(product.email);
    const password = other.getByLabel('Password', { exact: true });
    const isTaken = await password.evaluate((field) => {
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
      return field.dispatchEvent(paste);
    });
    expect([isTaken, await password.getAttribute('autocomplete')]).toEqual([true, 'current-password']);
    await other.close();
  });

  it('15: reads numbers, finds a person and pauses a campaign on a phone', async () => {
    const id = await draft({ name: 'Slow', per_minute: 1 });
    await call(`POST /console/campaigns/${id}/start`, { body: { at: new Date(Date.now() - 1_000).toISOString() } });
    await until('it is sending', async () => (await campaignOf(id)).state === 'sending', PATIENTLY);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await page.getByRole('region', { name: 'Today' }).waitFor();
    const wide = [await overflow(page)];
    await page.goto('/people');
    await page.getByRole('searchbox').fill('zora');
    await page.getByText('p7@example.com').first().waitFor();
    wide.push(await overflow(page));
    await page.goto(`/campaigns/${id}`);
    await button('Pause').click();
    await state('paused');
    wide.push(await overflow(page));
    expect([(await campaignOf(id)).state, wide]).toEqual(['paused', [0, 0, 0]]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await call(`POST /console/campaigns/${id}/cancel`);
  });

  it('18: previews for a phone, in the dark, as text and as a person, and names what is missing', async () => {
    const html = '<p>Hi {{ first_name }}, your plan is {{ plan }} and your code {{ code }}</p>';
    const template = (await call('POST /console/templates', { body: { name: 'code', subject: 'Your code', html } }))
      .body;
    await page.goto(`/templates/${template.id}/edit`);
    await page.getByText('Preview', { exact: true }).click();
    await page.getByText('No value for').waitFor();
    await page.getByLabel('Preview as').fill('p7');
    await page.frameLocator('iframe').getByText('Hi Zora, your plan is free').waitFor();
    await until('only the code is missing', async () => (await page.getByText('No value for code').count()) === 1);
    await page.getByRole('radio', { name: 'Phone' }).click();
    await until('it is narrow', async () => ((await page.locator('iframe').boundingBox())?.width ?? 0) === 375);
    await page.getByRole('radio', { name: 'Dark' }).click();
    await until(
      'it is dark',
      async () => (await page.locator('iframe').getAttribute('style'))?.includes('dark') ?? false,
    );
    await page.getByRole('radio', { name: 'Text' }).click();
    await page.locator('pre').waitFor();
  });

  it('19: keeps a campaign with a fault from starting, and leads to where it is mended', async () => {
    const id = await draft({ name: 'Faulty', lists: [], subject: null, text: null, html: '<p>Hello {{ broken</p>' });
    await page.goto(`/campaigns/${id}`);
    await page.getByText('It has no audience: choose lists or segments.').waitFor();
    expect(await button('Send…').isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Go to Audience' }).first().click();
    await until('the address leads there', () => new URL(page.url()).hash === '#audience');
    await page.getByRole('link', { name: 'Go to Content' }).first().waitFor();
    const refused = await call(`POST /console/campaigns/${id}/start`, { body: {} });
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  it('20: counts who gets it and who does not, asks for the number, sends to as many, and cancels', async () => {
    const id = await draft({ name: 'Everybody', per_minute: 600 });
    await page.goto(`/campaigns/${id}`);
    await page.locator('[data-recipients="1018"]').waitFor();
    await page.getByText('Suppressed: bounced or complained').waitFor();
    await button('Send to 1,018 people…').click();
    const question = page.getByRole('alertdialog');
    const confirm = question.getByRole('button', { name: 'Send', exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    await question.getByLabel('Type 1018 to confirm').fill('1018');
    await confirm.click();
    await state('scheduled');
    await button('Undo start').click();
    await page.locator('[data-saving="saved"]').waitFor(PATIENT);
    const started = { at: new Date(Date.now() - 1_000).toISOString(), confirm_count: 1_018 };
    await call(`POST /console/campaigns/${id}/start`, { body: started });
    await until('it is sending', async () => (await campaignOf(id)).people.queued > 0, PATIENTLY);
    await page.reload();
    await button('Actions for Everybody').click();
    await page.getByRole('menuitem', { name: 'Cancel campaign' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel campaign' }).click();
    await state('canceled');
    const { people } = await campaignOf(id);
    expect(people.matched).toBe(PEOPLE);
    expect(people.excluded).toEqual({ suppressed: 2 });
    const ended = async () => {
      const { messages } = await campaignOf(id);
      return Object.values(messages as Record<string, number>).reduce((sum, count) => sum + count, 0);
    };
    const queued = people.queued as number;
    expect(queued).toBeLessThan(1_018);
    await until('each message has ended', async () => (await campaignOf(id)).messages.waiting === 0, PATIENTLY);
    expect([await ended(), (await campaignOf(id)).people.queued]).toEqual([queued, queued]);
  });
});
