/**
 * @slow drives Chromium through every page
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import type { Browser, Page, Request } from 'playwright-core';
import { openBrowser, overflow, watch, type Watch } from './browser.js';

jest.setTimeout(120_000);

const HOSTILE = `<h1>Hello, Grace</h1><script>document.body.innerHTML = 'owned'; parent.document.title = 'owned'</script>
<img src="x" onerror="document.body.innerHTML = 'owned'"><img src="https://tracker.example/open.gif">
<form action="/api/console/session"><button>Send</button></form><meta http-equiv="refresh" content="0;url=https://evil.example">`;

describe('the console in a browser', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let seen: Watch;
  let call: Call;

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    call = caller(product);
    browser = await openBrowser();
    page = await browser.newPage({ baseURL: product.consoleUrl, viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(30_000);
    seen = watch(page, product.consoleUrl);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  /** Errors except those of the hostile mail, which Chromium blocked. */
  const complaints = () =>
    seen.errors.splice(0).filter((text) => !/srcdoc|Content Security Policy|sandboxed/.test(text));
  const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text }).first();

  async function logIn(password: string): Promise<void> {
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button('Log in').click();
  }

  it('redirects to the login, which explains errors', async () => {
    await page.goto('/events?uid=ada');
    await page.waitForURL(({ pathname }) => pathname === '/login');
    await logIn('not the password');
    await page.getByRole('alert').getByText('Wrong email or password').waitFor();
    expect(seen.errors.splice(0).filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('returns to the requested page after the login', async () => {
    await logIn(product.password);
    await page.waitForURL('/events?uid=ada');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Get to your first email' }).waitFor();
  });

  it('serves every page with a policy against inline scripts, and without caching', async () => {
    const { headers } = await fetch(`${product.consoleUrl}/login`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    const other = await fetch(`${product.consoleUrl}/login`);
    expect(other.headers.get('content-security-policy')).not.toBe(policy);
  });

  it('answers an undecodable address like the API', async () => {
    for (const path of ['/api/%ff', '/api/v1/%', '/api/console/people/%E0%A4%A/consents']) {
      const answer = await fetch(product.consoleUrl + path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        path.includes('people') ? 401 : 404,
        expect.stringContaining('application/json'),
      ]);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
    }
  });

  it('creates a list', async () => {
    await page.goto('/lists');
    await page.getByRole('heading', { name: 'Create your first list' }).waitFor();
    await button('Create list').first().click();
    await page.getByLabel('Title').fill('Product news');
    await page.getByLabel('Description').fill('One mail a month.');
    await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click();
    await page.waitForURL(/\/lists\/.+/);
    await page.getByRole('heading', { name: 'Product news' }).waitFor();
    const { body } = await call('GET /v1/lists');
    expect(body.data).toMatchObject([{ title: 'Product news', description: 'One mail a month.', double_optin: false }]);
  });

  it('adds a person to a list', async () => {
    await button('Add person').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('alert').getByText('Enter an email or a phone number.').waitFor();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
    const row = page.getByRole('row').filter({ hasText: 'ada@example.com' });
    await row.getByText('Ada Lovelace').waitFor();
    await row.getByRole('cell', { name: 'Subscribed', exact: true }).first().waitFor();
  });

  it('unsubscribes a person, and subscribes them again', async () => {
    const row = page.getByRole('row').filter({ hasText: 'ada@example.com' });
    await button('Actions for Ada Lovelace').click();
    await page.getByRole('menuitem', { name: 'Unsubscribe' }).click();
    await row.getByRole('cell', { name: 'Unsubscribed', exact: true }).first().waitFor();
    await toast('unsubscribed').getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('cell', { name: 'Subscribed', exact: true }).first().waitFor();
  });

  it('finds people by a search, and keeps it in the address', async () => {
    await page.keyboard.press('Escape');
    await page.locator('body').press('/');
    await page.keyboard.type('nobody');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await until('the address has it', () => new URL(page.url()).searchParams.get('search') === 'nobody');
    await page.reload();
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await button('Show everyone').click();
    await page.getByText('Ada Lovelace').waitFor();
  });

  it('shows a new event live, with its properties', async () => {
    await page.goto('/events');
    await page.getByRole('heading', { name: 'No events yet' }).waitFor();
    await call('POST /v1/users/ada/events', {
      body: { event: 'Order placed', properties: { sku: 'A-1', price: 49.9 } },
    });
    const row = page.getByRole('list', { name: /Events/ }).getByRole('button');
    await row.getByText('Order placed').waitFor();
    await row.click();
    await page.getByRole('dialog').getByText('"A-1"').waitFor();
    await button('Close panel').click();
  });

  it('holds events back while paused', async () => {
    const looks = new Set<Request>();
    const isLook = (request: Request) => request.url().includes('/api/console/events');
    page.on('request', (request) => void (isLook(request) && looks.add(request)));
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => void looks.delete(request));
    await page.waitForResponse((response) => isLook(response.request()));
    await button('Pause').click();
    await until('no look is under way', () => looks.size === 0);
    await call('POST /v1/users/grace/events', { body: { event: 'Signed up' } });
    await page.waitForTimeout(1_500);
    expect(await page.getByText('Signed up').count()).toBe(0);
    await button('Resume').click();
    await page.getByText('Signed up').waitFor();
    await page.getByLabel('User ID').fill('ada');
    await page.getByText('Signed up').waitFor({ state: 'detached' });
    await page.getByText('Order placed').waitFor();
    await until('the address has it', () => new URL(page.url()).searchParams.get('uid') === 'ada');
  });

  it('shows a captured mail without executing its content', async () => {
    await page.goto('/inbox');
    const from = { name: 'Dundun', email: 'hello@dundun.test' };
    await call('POST /v1/send/email', { body: { from, to: 'grace@example.com', subject: 'Hello', html: HOSTILE } });
    await page.getByRole('link', { name: /grace@example\.com/ }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Hello, Grace' }).waitFor();
    await page.waitForTimeout(500);
    expect(await frame.locator('body').innerText()).not.toContain('owned');
    expect(await page.title()).not.toContain('owned');
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toMatch(/allow-(?:scripts|same-origin|forms)/);
    await page.getByText('1 remote image not loaded.').waitFor();
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('tabpanel').getByText('Hello, Grace').waitFor();
    await page.getByRole('tab', { name: 'Headers' }).click();
    await page.getByRole('tabpanel').getByText('Message-ID').waitFor();
    expect(complaints()).toEqual([]);
  });

  it('shows a text message as a phone does', async () => {
    await call('POST /v1/send/sms', {
      body: { from: 'DUNDUN', to: '2348012345678', body: 'Your code is 493201.', source: 'termii' },
    });
    await page.getByRole('link', { name: /2348012345678/ }).click();
    const text = page.getByRole('main').getByText('Your code is 493201.');
    await text.waitFor();
    const screen = await text.locator('xpath=..').boundingBox();
    expect(screen?.width).toBeGreaterThan(240);
  });

  it('shows and replaces the identity secret, and closes attributes to the key alone', async () => {
    const stored = async () => (await call('GET /console/identity')).body as { secret: string };
    const { secret } = await stored();
    await page.goto('/settings');
    const panel = page.getByRole('region', { name: 'Signed identities' });
    await panel.getByRole('button', { name: 'Show' }).waitFor();
    expect(await panel.innerText()).not.toContain(secret);
    await panel.getByRole('button', { name: 'Show' }).click();
    await panel.getByText(secret).waitFor();
    await panel.getByRole('button', { name: 'Replace secret' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace secret' }).click();
    await panel.getByText('The previous secret is accepted until').waitFor();
    await panel.getByText((await stored()).secret).waitFor();
    await panel.getByRole('switch', { name: 'Require signatures' }).click();
    await toast('Signatures are required').waitFor();
    await panel.getByLabel('Attributes closed to the key alone').fill(' plan \n\ncredit\nplan');
    await panel.getByRole('button', { name: 'Save attributes' }).click();
    await toast('Settings saved').waitFor();
    expect(await stored()).toMatchObject({ required: true, closed_attributes: ['credit', 'plan'] });
    await panel.getByRole('switch', { name: 'Close what templates and segments use' }).click();
    await panel.getByText('Closed because a template or segment uses them: name').waitFor();
    await panel.getByLabel('Attributes closed to the key alone').fill('x'.repeat(151));
    await panel.getByRole('button', { name: 'Save attributes' }).click();
    await panel.getByRole('alert').waitFor();
    seen.errors.splice(0);
  });

  it('stays dark after a reload, from its first paint', async () => {
    await button(/^Your account/).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.goto('/lists', { waitUntil: 'commit' });
    await page.waitForSelector('main');
    expect(await page.locator('html').getAttribute('class')).toContain('dark');
  });

  it('fits a window of 360 pixels', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { body } = await call('GET /v1/lists');
    const inbox = await page.request.get('/api/console/inbox').then((answer) => answer.json());
    const messages = (inbox as { data: { id: string }[] }).data.map(({ id }) => `/inbox/${id}`);
    for (const path of ['/lists', `/lists/${body.data[0].id}`, '/events', '/inbox', '/settings', ...messages]) {
      await page.goto(path);
      await page.waitForTimeout(500);
      expect([path, await overflow(page)]).toEqual([path, 0]);
    }
    await button('Open navigation').click();
    await page.getByRole('link', { name: 'Lists' }).click();
    await button('Create list').click();
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('fits it also while a list is loading', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { body } = await call('GET /v1/lists');
    const address = `/lists/${body.data[0].id}`;
    let answer: () => void = () => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/v1${address}`, async (route) => {
      await mayAnswer;
      await route.continue().catch(() => undefined); // it may have been given up meanwhile
    });
    await page.goto(address);
    await page.locator('main [aria-busy=true]').first().waitFor();
    expect(await overflow(page)).toBe(0);
    answer();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.unroute(`**/api/v1${address}`);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('archives a list, takes it back on another page, and archives it for good', async () => {
    const archive = async () => {
      await page.goto('/lists');
      await button('Actions for Product news').click();
      await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
      await toast('archived').waitFor();
    };
    await archive();
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.waitForURL('/templates');
    await toast('archived').getByRole('button', { name: 'Undo' }).click();
    await toast('is back').waitFor();
    await archive();
    await page.getByRole('heading', { name: 'Create your first list' }).waitFor();
  });

  it('logs out and ends the session', async () => {
    const cookies = await page.context().cookies();
    await button(/^Your account/).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('/login');
    await page.context().addCookies(cookies);
    await page.goto('/lists');
    await page.waitForURL(({ pathname }) => pathname === '/login');
  });

  it('made no foreign request, and logged no error', () => {
    expect(seen.elsewhere).toEqual([]);
    expect(complaints()).toEqual([]);
  });
});
