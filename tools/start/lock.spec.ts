import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { takeLock } from './lock.mjs';

let dataDir: string;
const lock = () => join(dataDir, 'start.lock');

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dundun-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('is taken and released', () => {
  const letGo = takeLock(dataDir);
  expect(readFileSync(lock(), 'utf8')).toBe(String(process.pid));
  letGo();
  expect(existsSync(lock())).toBe(false);
});

it('names the starter that holds it', async () => {
  const script = join(dataDir, 'start.mjs');
  writeFileSync(script, 'console.log("up"); setInterval(() => {}, 1000);');
  const starter = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await new Promise((resolve) => starter.stdout.once('data', resolve));
    writeFileSync(lock(), String(starter.pid));
    expect(() => takeLock(dataDir)).toThrow(`process ${starter.pid}`);
    expect(readFileSync(lock(), 'utf8')).toBe(String(starter.pid));
  } finally {
    starter.kill();
  }
});

it.each([
  ['a process that is no more', '999999999'],
  ['a process that is no starter', '1'],
  ['an earlier life of this process number', String(process.pid)],
  ['nobody', ''],
])('is taken over from %s', (_who, holder) => {
  writeFileSync(lock(), holder);
  takeLock(dataDir)();
  expect(existsSync(lock())).toBe(false);
});
