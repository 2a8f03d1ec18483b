/**
 * @slow drafts, starts and pauses campaigns in Chromium, and looks at their pages in two themes and widths
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, signIn, watch, type Watch } from './browser.js';

jest.setTimeout(240_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PATIENTLY = { ms: 90_000 };
const PEOPLE = ['ada', 'grace', 'linus'];

describe('campaigns, in the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;
  let draft: string;
  let sent: string;
  let followed: string;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    const list = (await call('POST /v1/lists', { body: { title: 'Product news' } })).body.id as string;
    for (const uid of PEOPLE)
      await call(`PUT /v1/users/${uid}`, { body: { email: `${uid}@example.com`, first_name: uid, lists: [list] } });
    await call('PUT /v1/users/bot', { body: { email: 'bot@example.com', lists: [list] } });
    await call('POST /console/suppressions', { body: { addresses: ['bot@example.com'] } });
    await call('POST /v1/lists', { body: { title: 'Empty list' } });
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
  const idOf = () => /\/campaigns\/([0-9a-f-]{36})$/.exec(new URL(page.url()).pathname)?.[1] as string;
  const read = async (id: string) => (await call(`GET /console/campaigns/${id}`)).body;
  const post = (id: string, action: string, body?: object) => call(`POST /console/campaigns/${id}/${action}`, { body });
  const saved = () => page.locator('[data-saving="saved"]').waitFor();
  const state = (name: string) =>
    until(`the page says ${name}`, async () => (await page.locator(`[data-state="${name}"]`).count()) > 0, PATIENTLY);
  const past = () => new Date(Date.now() - 1_000).toISOString();
  const choose = async (label: string, name: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  };

  it('begins with a starting point, says what is missing, and saves by itself', async () => {
    await page.goto('/campaigns');
    await page.getByText('No campaigns yet').waitFor();
    await button('Newsletter').click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    draft = idOf();
    await page.getByText('It has no audience: choose lists or segments.').waitFor();
    await page.getByText('Choose who gets it.').waitFor();
    expect(await button('Send…').isDisabled()).toBe(true);
    await page.getByLabel('Subject', { exact: true }).fill('');
    await page.getByText('It has no subject.').waitFor();
    await page.getByLabel('Subject', { exact: true }).fill('News for {{ first_name | default: "you" }}');
    await choose('Add a list or segment', 'Empty list');
    await page.getByText('Nobody would get it', { exact: true }).waitFor();
    await button('Remove Empty list').click();
    await choose('Add a list or segment', 'Product news');
    await page.locator('[data-recipients="3"]').waitFor();
    await page.getByText('Suppressed: bounced or complained').waitFor();
    await page.getByText('Ready to send').waitFor();
    await saved();
    expect(await read(draft)).toMatchObject({ state: 'draft', subject: expect.stringMatching(/^News for/) });
    await page.reload();
    await button('Remove Product news').waitFor();
    await page.getByLabel('As this person sees it').fill('ada');
    await page.getByText('News for ada').waitFor();
    await page.frameLocator('iframe[title="Preview of the email"]').getByText('Hi ada,').waitFor();
  });

  it('sends a test that is no message of the campaign', async () => {
    await button('Send a test').click();
    const dialog = page.getByRole('dialog', { name: 'Send a test' });
    await dialog.getByLabel('To', { exact: true }).fill('me@example.com');
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Test sent to me@example.com').waitFor();
    const { data } = (await call('GET /v1/messages?search=me@example.com')).body;
    expect(data).toEqual([expect.objectContaining({ subject: '[Test] News for you' })]);
    expect((await read(draft)).people.queued).toBe(0);
  });

  it('refuses to overwrite what somebody else changed', async () => {
    await call(`PUT /console/campaigns/${draft}`, { body: { labels: ['november'] } });
    await page.getByLabel('Name', { exact: true }).fill('November news');
    await page.getByText('Somebody else changed or started this campaign.').waitFor();
    await button('Load the current version').click();
    await saved();
    await page.getByLabel('Name', { exact: true }).fill('November news');
    await until('the name is saved', async () => (await read(draft)).name === 'November news');
    await saved();
  });

  it('starts after a question that names the number, and takes the start back', async () => {
    await button('Send to 3 people…').click();
    const dialog = page.getByRole('alertdialog', { name: 'Send to 3 people?' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await state('scheduled');
    await page.getByText('Starts in a minute for 3 people').waitFor();
    await button('Undo start').click();
    await page.locator('[data-saving="saved"]').waitFor();
    expect((await read(draft)).state).toBe('draft');
  });

  it('shows how far it is, and a report whose lines add up', async () => {
    await post(draft, 'start', { at: past(), confirm_count: 3 });
    await page.reload();
    await state('sent');
    const people = page.getByRole('region', { name: 'People', exact: true });
    await people.getByRole('row', { name: 'Got a message 3' }).waitFor();
    await people.getByRole('row', { name: 'Suppressed: bounced or complained 1' }).waitFor();
    await people.getByRole('row', { name: 'Matched by the audience 4' }).waitFor();
    const messages = page.getByRole('region', { name: 'Messages', exact: true });
    await messages.getByRole('row', { name: 'Total 3' }).waitFor();
    for (const uid of PEOPLE)
      await page
        .getByRole('row')
        .filter({ hasText: `${uid}@example.com` })
        .waitFor();
    await page.getByRole('radio', { name: 'Skipped' }).click();
    await page.getByText('Nobody is in this state.').waitFor();
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'ada@example.com' }).waitFor();
    sent = draft;
  });

  it('reports what people did with it: over time, by mailbox provider and by link on the mail', async () => {
    const { data } = (await call(`GET /console/campaigns/${sent}/recipients`)).body;
    const { message } = data.find(({ email }: { email: string }) => email === 'ada@example.com');
    const mail = (await call(`GET /v1/messages/${message}`)).body.content.html as string;
    const link = /href="([^"]+\/t\/c\/[^"]+)"/.exec(mail)?.[1] as string;
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(302);
    const report = async () => (await call(`GET /console/campaigns/${sent}/report`)).body;
    await until('the click is counted', async () => {
      const { total } = await report();
      return total.sent === 3 && total.clicked + total.clicked_by_machine === 1;
    }, PATIENTLY); // prettier-ignore
    await page.reload();
    await page.getByRole('region', { name: 'Reaction' }).getByText('Unsubscribed', { exact: true }).waitFor();
    const chart = page.getByRole('region', { name: 'Over time' }).last();
    await page.getByRole('radio', { name: 'Sent' }).click();
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await chart.getByRole('row').filter({ hasText: /:00\s*3\s*3\s*0\s*0/ }).waitFor(); // prettier-ignore
    await page
      .getByRole('region', { name: 'By mailbox provider' })
      .getByRole('row', { name: /^All others 3/ })
      .waitFor();
    const { links } = await report();
    const table = page.getByRole('region', { name: 'Links' });
    await table.getByRole('row').nth(links.length).waitFor();
    await page.frameLocator('iframe[title="The mail with its clicks"]').locator('a[href^="#link-"]').first().waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    expect((await file).suggestedFilename()).toBe('recipients.csv');
  });

  it('corrects a link that was sent, and keeps what was sent in sight', async () => {
    await page.goto(`/campaigns/${sent}`);
    const table = page.getByRole('region', { name: 'Links' });
    const change = table.getByRole('button', { name: /^Change where https/ }).first();
    const before = /^Change where (\S+) leads$/.exec((await change.getAttribute('aria-label')) ?? '')?.[1] as string;
    await change.click();
    const dialog = page.getByRole('dialog', { name: 'Change where the link leads' });
    await dialog.getByLabel('Address').fill('mailto:ada@example.com');
    await dialog.getByRole('button', { name: 'Change link' }).click();
    await dialog.getByText(/http or https/).waitFor();
    await dialog.getByLabel('Address').fill('https://shop.example/corrected');
    await dialog.getByRole('button', { name: 'Change link' }).click();
    await table.getByText('https://shop.example/corrected').waitFor();
    await table.getByText(before, { exact: true }).waitFor();
  });

  it('writes to those who got it by one click, and to nobody else', async () => {
    await page.goto(`/campaigns/${sent}`);
    const next = page.getByRole('region', { name: 'What next' });
    await next.getByText('3 messages arrived').waitFor();
    await call('PUT /v1/users/late', { body: { email: 'late@example.com' } });
    await next.getByRole('button', { name: 'Write to those who got it' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/campaigns/') && !url.pathname.endsWith(sent));
    followed = idOf();
    await page.getByText('Everybody who got').waitFor();
    await page.getByRole('link', { name: '“November news”' }).waitFor();
    await page.locator('[data-recipients="3"]').waitFor();
    await page.getByLabel('Subject', { exact: true }).fill('Thank you');
    await saved();
    expect(await read(followed)).toMatchObject({ subject: 'Thank you', follows: { campaign: sent, who: 'arrived' } });
    expect(await overflow(page)).toBe(0);
    await page.goto(`/campaigns/${sent}`);
    await next.getByRole('button', { name: 'Resend to those who did not open' }).click();
    await page.getByText('It says the same again, so it needs another subject than before.').waitFor();
    const resend = idOf();
    await page.goto(`/campaigns/${sent}`);
    await call(`DELETE /console/campaigns/${resend}`);
    await call(`PUT /console/campaigns/${followed}`, { body: { name: 'Thanks' } });
  });

  it('pauses and resumes one that leaves slowly, and changes its pace', async () => {
    await button('Actions for November news').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/campaigns/') && !url.pathname.endsWith(sent));
    const id = idOf();
    await page.getByLabel('Messages per minute').fill('1.5');
    await page.getByText('A whole number from 1 to 1,000,000.').waitFor();
    await page.getByLabel('Messages per minute').fill('1');
    await page.getByText('Takes about 3 minutes for this audience.').waitFor();
    await until('the pace is saved', async () => (await read(id)).per_minute === 1);
    await post(id, 'start', { at: past() });
    await until('one has a message', async () => (await read(id)).people.queued === 1, PATIENTLY);
    await page.reload();
    await button('Pause').click();
    await state('paused');
    expect((await read(id)).state).toBe('paused');
    await button('Change pace').click();
    await page.getByRole('dialog').getByLabel('Messages per minute').fill('6000');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('At most 6,000 messages a minute').waitFor();
    await button('Resume').click();
    await state('sent');
    expect((await read(id)).people).toMatchObject({ planned: 0, queued: 3 });
  });

  it('says why a campaign halted, and what to do', async () => {
    const { id: list } = (await call('POST /v1/lists', { body: { title: 'Old' } })).body;
    await call('PUT /v1/users/ada', { body: { lists: [list] } });
    const body = { name: 'Late news', lists: [list], subject: 'News', text: 'Hello' };
    const { id } = (await call('POST /console/campaigns', { body })).body;
    await post(id, 'start', { at: new Date(Date.now() + 8_000).toISOString() });
    await call(`DELETE /v1/lists/${list}`);
    await page.goto(`/campaigns/${id}`);
    await state('halted');
    await page.getByText('The list “Old” is archived.').waitFor();
    await page.getByText(/Resume it if the people of this list should still get it/).waitFor();
  });

  it('finds campaigns by word and state', async () => {
    await page.goto('/campaigns?dialog=create');
    await page.getByRole('dialog').getByRole('button', { name: 'New campaign' }).click();
    await page.getByText('Name is required').or(page.getByRole('alert')).first().waitFor();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`Sale '; -- {{ x }}`);
    await page.getByRole('dialog').getByLabel('Start with').selectOption('sale');
    await page.getByRole('dialog').getByRole('button', { name: 'New campaign' }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    draft = idOf();
    await page.goto('/campaigns');
    await page.getByRole('combobox', { name: 'State' }).selectOption('draft');
    await page.getByRole('row').filter({ hasText: 'November news' }).first().waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Sale' }).waitFor();
    await page.goBack();
    await page.getByRole('searchbox').fill('november news (copy');
    await page.getByRole('row').filter({ hasText: 'Sale' }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: '(copy)' }).waitFor();
  });

  it('stands in a calendar that the keyboard walks, by month and by week', async () => {
    const list = (await call('GET /v1/lists')).body.data.find(({ title }: { title: string }) => title === 'Product news').id; // prettier-ignore
    const body = { name: 'Christmas', lists: [list], subject: 'Cards', text: 'Cards' };
    const { id } = (await call('POST /console/campaigns', { body })).body;
    expect((await post(id, 'start', { at: '2036-12-25T12:00:00Z' })).status).toBe(200);
    await page.goto('/campaigns');
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.waitForURL('/campaigns/calendar');
    await page.getByRole('link', { name: /November news/ }).first().waitFor(); // prettier-ignore
    await page.goto('/campaigns/calendar?day=2036-11-30');
    await page.getByRole('grid', { name: 'November 2036' }).waitFor();
    await page.getByRole('gridcell', { name: 'Sunday 30 November, no campaigns' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('grid', { name: 'December 2036' }).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    await page.locator('[data-day="2036-12-25"]:focus').waitFor();
    await page.getByRole('gridcell', { name: 'Thursday 25 December, 1 campaign' }).waitFor();
    await page.getByRole('radio', { name: 'Week' }).click();
    await page.getByRole('grid', { name: '22 December 2036' }).waitFor();
    await page.getByRole('link', { name: /Christmas/ }).click();
    await page.waitForURL(`/campaigns/${id}`);
    await post(id, 'undo');
    await call(`DELETE /console/campaigns/${id}`);
  });

  it('opens the public archive of a list', async () => {
    const list = (await call('GET /v1/lists')).body.data.find(({ title }: { title: string }) => title === 'Product news').id; // prettier-ignore
    await page.goto(`/lists/${list}`);
    await button('Actions for Product news').click();
    await page.getByRole('menuitem', { name: 'Public archive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Public archive' });
    await dialog.getByRole('switch').click();
    const href = (await dialog.getByRole('link').getAttribute('href')) as string;
    expect(await (await fetch(href)).text()).toContain(`${list}/${sent}`);
    expect((await call(`GET /console/lists/${list}/archive`)).body.is_public).toBe(true);
  });

  it('shows how mail fared at mailbox providers, and what to do', async () => {
    const { domains, total } = (await call('GET /console/deliverability')).body;
    expect(total.sent).toBeGreaterThan(5);
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Deliverability' }).click();
    await page.waitForURL('/settings/deliverability');
    await page
      .getByRole('region', { name: 'By mailbox provider', exact: true })
      .getByRole('row', { name: new RegExp(`^All others ${total.sent} `) })
      .waitFor();
    const domain = page.getByRole('region', { name: domains[0].domain, exact: true });
    await domain.getByText(domains[0].advice[0]?.text ?? /^(Nothing to do|This domain is not)/).waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'breaks no rule of WCAG 2.2 AA in the %s theme, and fits phones',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      const faults: unknown[] = [];
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 1000 });
        for (const path of [
          '/campaigns',
          `/campaigns/${draft}`,
          `/campaigns/${sent}`,
          `/campaigns/${followed}`,
          '/settings/deliverability',
          '/campaigns/calendar',
        ]) {
          await page.goto(path);
          await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
          await page
            .getByRole('row')
            .first()
            .or(page.getByText(/from starting$/))
            .or(button('Today'))
            .first()
            .waitFor();
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
          if (process.env.SHOTS)
            await page.screenshot({ path: `${process.env.SHOTS}/${scheme}-${width}${path.replaceAll('/', '_')}.png`, fullPage: true }); // prettier-ignore
          const wide = await overflow(page);
          if (broken.length > 0 || wide > 0) faults.push([path, width, broken, wide]);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it('deletes a draft after a question', async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.goto(`/campaigns/${draft}`);
    await button(/^Actions for Sale/).click();
    await page.getByRole('menuitem', { name: 'Delete draft' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click();
    await page.waitForURL('/campaigns');
    await page.getByRole('row').filter({ hasText: '(copy)' }).waitFor();
    expect((await call(`GET /console/campaigns/${draft}`)).status).toBe(404);
  });

  it('made no foreign request, and logged no error', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(seen.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
