import { inRoot, ROOT } from '../../root.mjs';
import { run, tail } from '../../run.mjs';
import { Cannot } from '../../cannot.mjs';
import { freePort } from '../../free-port.mjs';
import { dim, say } from '../../start/progress.mjs';
import { PROGRAMS } from '../../start/programs.mjs';
import { call } from '../call.mjs';
import { startProgram, stopProgram, waitReady } from '../processes.mjs';
import { percentile } from '../percentile.mjs';
import { makeProduct } from '../product.mjs';
import { uidOf } from '../requests.mjs';

const ROUNDS = 10;
const EVENTS = 20;
const LISTS = 30;
const SIZE = { width: 1440, height: 900 };
/** What is on a page once its data is there. */
const FIRST_ROW = 'main tbody tr';
const PLACES = { Lists: FIRST_ROW, People: FIRST_ROW };

/** How long a marketer waits in a browser: from a click to the data of the next page, and from an event to its line. */
export async function consoleRows({ services, folder }) {
  await buildConsole();
  const product = await makeProduct(services);
  const [api, worker] = await Promise.all([product.startApi(), product.startWorker()]);
  const { child, url } = await startConsole(product, api.port, folder);
  for (let number = 0; number < LISTS; number++) await call(api.port, '/v1/lists', { title: `List ${number}` });
  const browser = await openBrowser();
  const page = await browser.newPage({ baseURL: url, viewport: SIZE });
  await signIn(page, product.env);
  const rows = [
    row('Console: click to the data of the next page, warm', await clicks(page), 300),
    row('Console: event accepted to its line on the page of events', await events(page, api.port), 1_000),
  ];
  await browser.close();
  await Promise.all([child, worker.child, api.child].map(stopProgram));
  return rows;
}

function row(work, times, goal) {
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)];
  say(dim(`      ${work}: p50 ${half.toFixed(0)} ms, p95 ${most.toFixed(0)} ms`));
  return { work: `${work}, p95`, figure: most, unit: 'ms', goal };
}

/** Goes back and forth between pages that were open before. */
async function clicks(page) {
  const times = [];
  for (let round = -1; round < ROUNDS; round++) {
    for (const [place, data] of Object.entries(PLACES)) {
      const link = page.getByRole('navigation').getByRole('link', { name: place, exact: true });
      const begun = performance.now();
      await link.click();
      await page.getByRole('heading', { level: 1, name: place }).waitFor();
      await page.locator(data).first().waitFor();
      if (round >= 0) times.push(performance.now() - begun);
    }
  }
  return times;
}

async function events(page, port) {
  const times = [];
  await page.goto('/events');
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  for (let number = 0; number < EVENTS; number++) {
    const event = `Seen ${number}`;
    await call(port, `/v1/users/${uidOf(number)}/events`, { event });
    const begun = performance.now();
    await page.getByText(event, { exact: true }).first().waitFor();
    times.push(performance.now() - begun);
  }
  return times;
}

async function signIn(page, { BOOTSTRAP_EMAIL, BOOTSTRAP_PASSWORD }) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(BOOTSTRAP_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(BOOTSTRAP_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('/');
}

async function startConsole(product, apiPort, folder) {
  const port = await freePort();
  const child = startProgram('console', PROGRAMS.console, {
    folder,
    env: { ...product.env, PORT: String(port), HOSTNAME: '127.0.0.1', API_URL: `http://127.0.0.1:${apiPort}` },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitReady(child, `${url}/login`);
  return { child, url };
}

async function openBrowser() {
  const [{ default: chromium }, { chromium: launcher }] = await Promise.all([
    import('@sparticuz/chromium'),
    import('playwright-core'),
  ]);
  const executablePath = process.env.CHROMIUM_PATH || (await chromium.executablePath());
  return launcher.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}

async function buildConsole() {
  const args = [inRoot('tools/nx.mjs'), 'build', '@dundun/console'];
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd: ROOT });
  if (code !== 0) throw new Cannot(`The build of the console failed:\n${tail(stdout + stderr, 40)}`);
}
