import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { needsServices, readArguments } from './arguments.mjs';
import { summary } from './summary.mjs';

it.each([
  ['', { kinds: [], queue: undefined, jest: [] }],
  ['unit e2e', { kinds: ['unit', 'e2e'], queue: undefined, jest: [] }],
  [
    '--queue=redis integration lists -t unit',
    { kinds: ['integration'], queue: 'redis', jest: ['lists', '-t', 'unit'] },
  ],
  ['unit -- --watch', { kinds: ['unit'], queue: undefined, jest: ['--watch'] }],
  ['-t unit', { kinds: [], queue: undefined, jest: ['-t', 'unit'] }],
])('reads "%s"', (line, expected) => {
  expect(readArguments(line.split(' ').filter(Boolean))).toEqual(expected);
});

it('refuses a queue that does not exist', () => {
  expect(() => readArguments(['--queue=kafka'])).toThrow('postgres, redis');
});

it('starts no server for unit tests alone', () => {
  expect(needsServices({ kinds: ['unit'] })).toBe(false);
  expect(needsServices({ kinds: ['unit', 'e2e'] })).toBe(true);
  expect(needsServices({ kinds: [] })).toBe(true);
});

it('says the result in one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dundun-summary-'));
  const file = join(folder, 'result.json');
  const none = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    numRuntimeErrorTestSuites: 0,
  };
  expect(summary(file)).toBeUndefined();
  writeFileSync(file, JSON.stringify(none));
  expect(summary(file)).toBe('3 passed, 1 failed');
  writeFileSync(file, JSON.stringify({ ...none, numPendingTests: 1, numTodoTests: 1, numRuntimeErrorTestSuites: 2 }));
  expect(summary(file)).toBe('3 passed, 1 failed, 2 skipped, 2 files did not run');
  rmSync(folder, { recursive: true });
});
