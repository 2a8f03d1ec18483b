// `npm run screenshots`: takes the pictures of README from a running installation that `npm run demo` has filled.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as launcher } from 'playwright-core';
import { Cannot } from './cannot.mjs';
import { inRoot, ROOT } from './root.mjs';
import { say, step } from './start/progress.mjs';

const WINDOW = { width: 1440, height: 900 };
const FOLDER = inRoot('docs/images');
const LAGOS = [{ attribute: 'city', type: 'text', is: 'equals', value: 'Lagos' }];

/** Each picture: the page, how to get to its content from there, and what is on the screen when it has come. */
const PICTURES = [
  { name: 'home', path: '/', ready: (page) => page.getByRole('button', { name: 'Show as table' }) },
  {
    name: 'people',
    path: `/people?columns=email,lists,known&where=${encodeURIComponent(JSON.stringify(LAGOS))}`,
    ready: (page) => page.getByRole('row').nth(10),
  },
  {
    name: 'campaign',
    path: '/campaigns?state=sent',
    go: (page) => page.getByRole('link', { name: 'Weekly Roast: winter blend' }).click(),
    ready: (page) => page.getByRole('region', { name: 'Report' }),
  },
  {
    name: 'template',
    path: '/templates',
    go: async (page) => {
      await page.getByRole('link', { name: 'weekly-roast' }).click();
      await page.getByRole('link', { name: 'Edit' }).first().click();
      await page.getByRole('group', { name: /^Button, block/ }).click();
    },
    ready: (page) => page.getByLabel('Button text'),
  },
  {
    name: 'segment',
    path: '/segments',
    go: async (page) => {
      await page.getByRole('link', { name: /^At risk/ }).click();
      await page.getByRole('link', { name: 'Edit conditions' }).click();
    },
    ready: (page) => page.locator('p').filter({ hasText: /^Exact/ }),
  },
];

try {
  const { origin, email, password } = installation(process.env);
  say(`Taking pictures of ${origin}.`);
  const executablePath = process.env.CHROMIUM_PATH || (await chromium.executablePath());
  const browser = await launcher.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] }); // prettier-ignore
  try {
    const page = await browser.newPage({ baseURL: origin, viewport: WINDOW, reducedMotion: 'reduce' });
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('/');
    for (const picture of PICTURES)
      for (const colorScheme of ['light', 'dark']) {
        const file = `${picture.name}-${colorScheme}.png`;
        await step(file, () => take(page, { ...picture, colorScheme, file: join(FOLDER, file) }));
      }
  } finally {
    await browser.close();
  }
} catch (error) {
  if (!(error instanceof Cannot)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** The console that `npm start` runs in this folder. */
function installation({ DATA_DIR = '.data' }) {
  const read = (name) => JSON.parse(readFileSync(join(resolve(ROOT, DATA_DIR), name), 'utf8'));
  try {
    const { embedded } = read('bootstrap.json');
    return { origin: `http://127.0.0.1:${read('ports.json').console}`, ...embedded };
  } catch {
    throw new Cannot('No installation was started in this folder. Run npm start and npm run demo first.');
  }
}

async function take(page, { path, go, ready, colorScheme, file }) {
  await page.emulateMedia({ colorScheme });
  await page.goto(path);
  await go?.(page);
  await ready(page).waitFor();
  await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const picture = await smaller(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  await writeFile(file, picture);
  return `${Math.round(picture.length / 1024)} KB`;
}

/** Flat colours lose nothing in a palette; the library for it comes with Next. */
async function smaller(picture) {
  const sharp = createRequire(createRequire(import.meta.url).resolve('next'))('sharp');
  return sharp(picture).png({ palette: true, quality: 92, effort: 10, compressionLevel: 9 }).toBuffer();
}
