import chromium from '@sparticuz/chromium';
import { chromium as launcher, type Browser, type Page } from 'playwright-core';

/** A real Chromium: the one of `CHROMIUM_PATH`, else one that comes as a package. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH || (await chromium.executablePath());
  return launcher.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}

/** What a page did that nobody should see. */
export interface Watch {
  /** Errors in the browser's console and uncaught ones. */
  errors: string[];
  /** Addresses elsewhere that it asked for, other than those that its policy stopped. */
  elsewhere: string[];
}

/** Notes from now on what goes wrong in a page, and whom it calls. */
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

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
