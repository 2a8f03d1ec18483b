/**
 * @slow drives Chromium through sign-ins, a reset by mail and an identity provider
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  caller,
  startIdentityProvider,
  startProduct,
  until,
  type Call,
  type IdentityProviderProcess,
  type Product,
} from '@dundun/testing';
import axe from 'axe-core';
import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflow, watch } from './browser.js';

jest.setTimeout(180_000);

const NEXT = 'battery staple correct';
const SHOTS = process.env.SCREENSHOTS;

describe('the own account, in the console in a browser', () => {
  let product: Product;
  let provider: IdentityProviderProcess;
  let browser: Browser;
  let call: Call;
  let page: Page;
  let secret = '';
  let codes: string[] = [];
  let password = '';

  beforeAll(async () => {
    product = await startProduct({ console: true, environment: { EMBEDDED: 'true' } });
    provider = await startIdentityProvider(product.consoleUrl);
    await product.api.stop();
    await product.startApi(provider.environment);
    call = caller(product);
    password = product.password;
    browser = await openBrowser();
    page = await anotherDevice();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await provider?.close();
  });

  async function anotherDevice(): Promise<Page> {
    const context = await browser.newContext({ baseURL: product.consoleUrl });
    const opened = await context.newPage();
    opened.setDefaultTimeout(60_000);
    return opened;
  }

  async function logIn(on: Page, email = product.email, secondFactor?: string): Promise<void> {
    await on.goto('/login');
    await on.getByLabel('Email').fill(email);
    await on.getByLabel('Password', { exact: true }).fill(password);
    await on.getByRole('button', { name: 'Log in', exact: true }).click();
    if (secondFactor) {
      await on.getByLabel('Code', { exact: true }).fill(secondFactor);
      await on.getByRole('button', { name: 'Log in', exact: true }).click();
    }
    await on.getByRole('navigation', { name: 'Main' }).first().waitFor({ state: 'attached' });
  }

  const shot = (name: string) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });

  /** Returns what axe and the width find at a page, in both themes and two widths. */
  async function faults(path: string, ready: string): Promise<string[]> {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 360]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await page.getByRole('heading', { name: ready }).first().waitFor();
        await shot(`${path.replace(/\W+/g, '-')}-${colorScheme}-${width}`);
        await page.evaluate(axe.source);
        const violations = await page.evaluate(async () => {
          const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
          const { violations: all } = await loaded.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
          return all.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
        });
        found.push(...violations.map((violation) => `${path} ${colorScheme} ${width} ${violation}`));
        if ((await overflow(page)) > 0) found.push(`${path} ${width} is too wide`);
      }
    await page.setViewportSize({ width: 1280, height: 800 });
    return found;
  }

  it('changes the password and turns two-factor sign-in on', async () => {
    await logIn(page);
    const seen = watch(page, product.consoleUrl);
    await page.goto('/account');
    await page.getByLabel('Current password').fill('wrong one');
    await page.getByLabel('New password').fill(NEXT);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Current password is wrong.').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    password = NEXT;

    await page.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
    await shot('enrol');
    secret = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('Code is wrong; check the clock of your phone.').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    await shot('recovery-codes');
    codes = await dialog.locator('ul li').allTextContents();
    expect(codes).toHaveLength(10);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes left').waitFor();
    expect(seen.errors.filter((error) => !error.includes('400'))).toEqual([]);
  });

  it('signs in with a code of the app, and with a recovery code', async () => {
    const other = await anotherDevice();
    await other.goto('/login');
    await other.getByLabel('Email').fill(product.email);
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Log in', exact: true }).click();
    await other.getByLabel('Code', { exact: true }).fill('000000');
    await other.getByRole('button', { name: 'Log in', exact: true }).click();
    await other.getByText('The code is wrong or was used before.').waitFor();
    // The code of the enrolment is used up; that of the next step counts already.
    const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
    await other.getByLabel('Code', { exact: true }).fill(next);
    await other.getByRole('button', { name: 'Log in', exact: true }).click();
    await other.waitForURL((url) => url.pathname !== '/login');
    await other.context().close();
    const third = await anotherDevice();
    await logIn(third, product.email, codes[0]);
    await third.goto('/account');
    await third.getByText('9 recovery codes left').waitFor();
    await third.getByRole('button', { name: 'End all others' }).click();
    await third.getByText('Your other sessions have ended').waitFor();
    await third.context().close();
  });

  it('keeps a half-filled form through a lost session, a second factor included', async () => {
    await logIn(page, product.email, codes[1]);
    await page.goto('/settings/workspace');
    await page.getByLabel('Sender name').fill('Ada at Shop');
    await page.evaluate(() => fetch('/api/console/session', { method: 'DELETE' }));
    await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/login\?next=/);
    await page.getByLabel('Email').fill(product.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByLabel('Code', { exact: true }).fill(codes[2] as string);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(/\/settings\/workspace/);
    await until('the draft is back', async () => (await page.getByLabel('Sender name').inputValue()) === 'Ada at Shop');
    await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click();
    await until(
      'the name is saved',
      async () => (await call('GET /console/workspace')).body.sender_name === 'Ada at Shop',
    );
  });

  it('uploads a logo; creates a workspace, schedules its deletion, keeps it and goes back', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }); // prettier-ignore
    const url = await until(
      'the logo is saved',
      async () => (await call('GET /console/workspace')).body.logo_url as string | null,
    );
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    const picture = await fetch(new URL(new URL(url, product.apiUrl).pathname, product.apiUrl));
    expect([
      picture.status,
      picture.headers.get('content-type'),
      picture.headers.get('x-content-type-options'),
    ]).toEqual([200, 'image/png', 'nosniff']);
    await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') }); // prettier-ignore
    await page.getByText('must be a PNG').first().waitFor();
    await page.getByRole('button', { name: 'Go to workspace: My workspace' }).click();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Second shop');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('button', { name: 'Go to workspace: Second shop' }).waitFor();
    await page.goto('/settings/workspace');
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    const question = page.getByRole('alertdialog');
    const remove = question.getByRole('button', { name: 'Delete workspace' });
    await question.getByText('API keys, providers, domains').waitFor();
    expect(await remove.isDisabled()).toBe(true);
    await question.getByRole('textbox').fill('Second shop');
    await remove.click();
    const notice = page.getByText('This workspace and everything in it will be deleted on');
    await notice.waitFor();
    await page.getByRole('button', { name: 'Keep workspace' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Go to workspace: Second shop' }).click();
    await page.getByRole('menuitemradio', { name: 'My workspace' }).click();
    await page.getByRole('button', { name: 'Go to workspace: My workspace' }).waitFor();
  });

  it('sets the colors and fonts of the brand, and sees them before saving', async () => {
    await page.goto('/settings/workspace');
    const brand = page.getByRole('region', { name: 'Brand' });
    await brand.getByLabel('Brand color', { exact: true }).fill('red');
    await brand.getByRole('button', { name: 'Save' }).click();
    await brand.getByRole('alert').getByText('such as #3e46a7').waitFor();
    await brand.getByLabel('Brand color', { exact: true }).fill('#0a7d4b');
    await brand.getByLabel('Text font').selectOption('georgia');
    const sample = brand.getByRole('figure').getByText('Learn more');
    await until(
      'the sample shows it',
      async () => (await sample.evaluate((each) => getComputedStyle(each).backgroundColor)) === 'rgb(10, 125, 75)',
    );
    await brand.getByRole('button', { name: 'Save' }).click();
    const saved = async () => (await call('GET /console/workspace')).body;
    await until('it is saved', async () => (await saved()).brand_font === 'georgia');
    expect(await saved()).toMatchObject({ brand_color: '#0a7d4b', brand_heading_font: null });
  });

  it('has pages without faults in both themes and widths', async () => {
    const found = [
      ...(await faults('/account', 'Sessions')),
      ...(await faults('/settings/workspace', 'General')),
      ...(await faults('/settings/team', 'Team')),
    ];
    expect(found).toEqual([]);
  });

  it('invites somebody by keyboard alone', async () => {
    await page.goto('/settings/team?dialog=invite');
    await page.getByRole('dialog').getByLabel('Email').waitFor();
    await page.keyboard.type('keys@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'keys@example.com' }).waitFor();
  });

  it('resets the password by the link of a mail', async () => {
    const other = await anotherDevice();
    await other.goto('/login');
    await other.getByRole('link', { name: 'Forgot it?' }).click();
    // Both pages ask for an email: a text typed too early would stay on the first.
    await other.getByRole('button', { name: 'Send link' }).waitFor();
    await other.getByLabel('Email').fill(product.email);
    await other.getByRole('button', { name: 'Send link' }).click();
    await other.getByText('a mail is on its way').waitFor();
    await page.goto('/inbox');
    await page.getByRole('link', { name: /Choose a new password/ }).first().click(); // prettier-ignore
    const link = await until('the mail is open', async () => {
      const text = await page.locator('body').innerText();
      const frames = await Promise.all(page.frames().map((frame) => frame.locator('body').innerText().catch(() => ''))); // prettier-ignore
      return /http\S+\/reset#[\w-]{43}/.exec([text, ...frames].join(' '))?.[0];
    });
    await other.goto(link);
    password = 'a third password of mine';
    await other.getByLabel('New password').fill(password);
    await other.getByRole('button', { name: 'Save password' }).click();
    await other.getByRole('heading', { name: 'Password saved' }).waitFor();
    await other.goto('about:blank');
    await other.goto(link);
    await other.getByText('The link was used, has expired, or never existed.').waitFor();
    await logIn(other, product.email, codes[3]);
    await other.context().close();
  });

  it('signs in and out through the identity provider', async () => {
    const other = await anotherDevice();
    await other.goto('/login?next=%2Fevents');
    await other.getByRole('button', { name: 'Continue with Example ID' }).click();
    await other.locator('input[name=login]').fill('grace+admins');
    await other.locator('input[name=password]').fill('any');
    await other.locator('button[type=submit]').click();
    await other.waitForURL(`${product.consoleUrl}/events`);
    // Another request learns of the end of the session before the page knows where to go.
    await other.route('**/api/console/session', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      const response = await route.fetch();
      await other.waitForResponse((each) => each.status() === 401);
      return route.fulfill({ response });
    });
    await other.getByRole('button', { name: /grace/ }).click();
    await other.getByRole('menuitem', { name: 'Log out' }).click();
    await other.waitForURL(/\/session\/end/);
    await other.locator('button[name=logout]').click();
    await other.waitForURL(`${product.consoleUrl}/login`);
    await other.goto('/login/sso?error=access_denied');
    await other.getByText('Single sign-on failed').waitFor();
    await other.context().close();
  });
});
