import type { Product } from '@dundun/testing';
import chromium from '@sparticuz/chromium';
import { chromium as launcher, type Browser, type Page } from 'playwright-core';

/** Starts Chromium: that of `CHROMIUM_PATH`, else that of the package. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH || (await chromium.executablePath());
  return launcher.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}

/** Problems of a page. */
export interface Watch {
  /** Errors in the browser's console, and uncaught errors. */
  errors: string[];
  /** Requests to other origins, except those that its policy blocked. */
  elsewhere: string[];
}

/** Records the errors and foreign requests of a page from now on. */
export function watch(page: Page, origin: string): Watch {
  const seen: Watch = { errors: [], elsewhere: [] };
  page.on('pageerror', (error) => void seen.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') seen.errors.push(message.text());
  });
  page.on('response', (response) => note(response.url()));
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'csp') note(request.url());
  });
  const note = (url: string) => {
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob|about):/.test(url)) seen.elsewhere.push(url);
  };
  return seen;
}

/** Returns by how many pixels the page is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Signs the owner of the product in, and waits for the first page. */
export async function signIn(page: Page, { email, password }: Pick<Product, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('/');
}
