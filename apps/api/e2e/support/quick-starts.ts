import chromium from '@sparticuz/chromium';
import { build } from 'esbuild';
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium as launcher, type Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';

const ROOT = process.cwd();

/** A document of docs/quickstarts. */
export interface QuickStart {
  markdown: string;
  /** The code blocks in the order of the text, without the one that only exports placeholder credentials. */
  blocks: string[];
}

export async function readQuickStart(name: string, fence: string): Promise<QuickStart> {
  const markdown = await readFile(join(ROOT, `docs/quickstarts/${name}.md`), 'utf8');
  const all = [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const ours = all.filter(([, language, code]) => language === fence && !code?.includes('export DUNDUN_'));
  return { markdown, blocks: ours.map(([, , code]) => code as string) };
}

export const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

/** Runs `work` in a temporary folder with the client libraries in node_modules, and deletes the folder afterwards. */
async function inFreshFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dundun-quick-start-'));
  try {
    await mkdir(join(folder, 'node_modules/@dundun'), { recursive: true });
    for (const name of ['node', 'browser'])
      await symlink(resolve(ROOT, `libs/sdk-${name}`), join(folder, `node_modules/@dundun/${name}`));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a script. @returns its output @throws Error with the output when the script fails */
export function runScript(
  [command, ...args]: [string, ...string[]],
  file: string,
  code: string,
  environment: Record<string, string>,
): Promise<string> {
  return inFreshFolder(async (folder) => {
    await writeFile(join(folder, file), code);
    const child = spawn(command, [...args, file], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let written = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (written += String(chunk)));
    const ended = await new Promise((done, fail) => child.once('error', fail).once('close', done));
    if (ended !== 0) throw new Error(`${command} ended with ${String(ended)}:\n${written}`);
    return written;
  });
}

/** An open page and its errors. */
export interface Watched {
  tab: Page;
  errors: string[];
}

/** Swagger UI draws some four hundred operations, while other tests have the machine. */
const PATIENCE_MS = 120_000;

/** Opens a URL in Chromium, and closes the browser after `work`. */
export async function inBrowser<T>(url: string, work: (watched: Watched) => Promise<T>): Promise<T> {
  const executablePath = process.env.CHROMIUM_PATH || (await chromium.executablePath());
  const browser = await launcher.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const errors: string[] = [];
    const tab = await browser.newPage();
    tab.setDefaultTimeout(PATIENCE_MS);
    tab.on('pageerror', (error) => errors.push(error.message));
    tab.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    await tab.goto(url);
    return await work({ tab, errors });
  } finally {
    await browser.close();
  }
}

/** Runs a module in the page of a shop until `isDone` resolves. @returns the errors of the page */
export async function runPage(code: string, isDone: () => Promise<unknown>): Promise<string[]> {
  const { outputFiles } = await inFreshFolder((resolveDir) =>
    build({ stdin: { contents: code, resolveDir }, bundle: true, format: 'esm', write: false }),
  );
  const page = `<!doctype html><title>A shop</title><script type="module">${outputFiles[0]?.text}</script>`;
  const server = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html; charset=utf-8').end(page));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const { port } = server.address() as AddressInfo;
    return await inBrowser(`http://127.0.0.1:${port}/shop?private=1`, async ({ errors }) => {
      await isDone();
      return errors;
    });
  } finally {
    server.close();
  }
}

/** Returns webhook calls to verify, signed by the reference implementation; `right` marks the valid ones. */
export function webhookCases() {
  const [secret, other] = ['right', 'wrong'].map((word) => `whsec_${Buffer.from(word.repeat(5)).toString('base64')}`);
  const body = JSON.stringify({ type: 'message.delivered', data: { name: 'Ngũgĩ' } });
  const of = (minutesAgo = 0, by = secret as string) => {
    const at = new Date(Date.now() - minutesAgo * 60_000);
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign('msg_1', at, body),
    };
  };
  const given = of();
  const rotated = `v1a,x ${of(0, other)['webhook-signature']} ${given['webhook-signature']}`;
  return [
    { secret, headers: given, body, right: true },
    { secret, headers: { ...given, 'webhook-signature': rotated }, body, right: true },
    { secret, headers: given, body: `${body} `, right: false },
    { secret, headers: { ...given, 'webhook-id': 'msg_2' }, body, right: false },
    { secret, headers: of(0, other), body, right: false },
    { secret, headers: of(10), body, right: false },
    { secret, headers: of(-10), body, right: false },
    { secret, headers: { ...given, 'webhook-signature': 'é' }, body, right: false },
  ];
}
