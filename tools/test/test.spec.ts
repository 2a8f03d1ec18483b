import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { inRoot } from '../root.mjs';
import { ROOT } from '../root.mjs';
import { needsServices, readArguments } from './arguments.mjs';
import { inClone } from './jest.mjs';
import { pruneCache } from './cache.mjs';
import { leftOut, specFiles } from './spec-files.mjs';
import { readResult, repetitionTable, slowest, summary } from './summary.mjs';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** Makes a folder of these files. */
function aFolder(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'dundun-test-tool-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const none = { kinds: [], half: undefined, long: false, queue: undefined, jest: [] };

it.each([
  ['', none],
  ['unit e2e', { ...none, kinds: ['unit', 'e2e'] }],
  [
    '--queue=redis integration lists -t unit',
    { ...none, kinds: ['integration'], queue: 'redis', jest: ['lists', '-t', 'unit'] },
  ],
  ['services', { ...none, half: 'services' }],
  ['long unit', { ...none, kinds: ['unit'], long: true }],
  ['unit -- --watch', { ...none, kinds: ['unit'], jest: ['--watch'] }],
  ['-t unit', { ...none, jest: ['-t', 'unit'] }],
])('reads "%s"', (line, expected) => {
  expect(readArguments(line.split(' ').filter(Boolean))).toEqual(expected);
});

it('refuses an unknown queue', () => {
  expect(() => readArguments(['--queue=kafka'])).toThrow('postgres, redis');
});

it('starts no server for unit tests alone', () => {
  expect(needsServices({ kinds: ['unit'] })).toBe(false);
  expect(needsServices({ kinds: ['unit', 'e2e'] })).toBe(true);
  expect(needsServices({ kinds: [] })).toBe(true);
});

describe('the halves of the gate', () => {
  const files = specFiles();

  it('run every spec file at least once between them', () => {
    const [embedded, services] = [leftOut({ half: 'embedded' }, files), leftOut({ half: 'services' }, files)];
    expect(files.length).toBeGreaterThan(300);
    expect(embedded.filter((path) => services.includes(path))).toEqual([]);
    expect(leftOut({}, files)).toEqual([]);
  });

  it('follow the comment at the top of a file, else its kind', () => {
    const root = aFolder({
      'apps/api/e2e/lists.e2e.spec.ts': "it('works', () => {});",
      'apps/api/e2e/smoke.e2e.spec.ts':
        '/**\n * Walks the product once.\n * @half both\n * @slow Waits for DNS.\n */\n',
      'libs/lists/src/lists.int.spec.ts': "import { runs } from '@dundun/testing/repetitions';",
      'libs/lists/node_modules/other.spec.ts': '',
      'tools/start.e2e.spec.ts': '// @half services',
    });
    expect(specFiles(root)).toEqual([
      { path: 'apps/api/e2e/lists.e2e.spec.ts', kind: 'e2e', half: 'embedded', slow: undefined, repeats: false },
      { path: 'apps/api/e2e/smoke.e2e.spec.ts', kind: 'e2e', half: 'both', slow: 'Waits for DNS.', repeats: false },
      {
        path: 'libs/lists/src/lists.int.spec.ts',
        kind: 'integration',
        half: 'services',
        slow: undefined,
        repeats: true,
      },
      { path: 'tools/start.e2e.spec.ts', kind: 'start', half: 'embedded', slow: undefined, repeats: false },
    ]);
    expect(leftOut({ half: 'services' }, specFiles(root))).toEqual([
      'apps/api/e2e/lists.e2e.spec.ts',
      'tools/start.e2e.spec.ts',
    ]);
    expect(leftOut({ long: true }, specFiles(root))).toHaveLength(3);
  });

  it('are two', () => {
    const root = aFolder({ 'apps/a.spec.ts': '/** @half third */', 'libs/b': '', 'tools/c': '' });
    expect(() => specFiles(root)).toThrow('apps/a.spec.ts: there is no half "third"');
  });
});

describe('the report', () => {
  const counts = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    numRuntimeErrorTestSuites: 0,
  };

  it('reads what Jest wrote, if anything', () => {
    const file = join(aFolder({ 'result.json': '{"numPassedTests":3}' }), 'result.json');
    expect([readResult(file), readResult(`${file}.not`)]).toEqual([{ numPassedTests: 3 }, undefined]);
  });

  it('ends with one line', () => {
    expect(summary(counts)).toBe('3 passed, 1 failed');
    expect(summary({ ...counts, numPendingTests: 1, numTodoTests: 1, numRuntimeErrorTestSuites: 2 })).toBe(
      '3 passed, 1 failed, 2 skipped, 2 files did not run',
    );
  });

  it('names the ten slowest files, and warns of those over 20 s without a reason', () => {
    const took = (path: string, seconds: number) => ({ name: inRoot(path), startTime: 0, endTime: seconds * 1_000 });
    const testResults = [
      ...Array.from({ length: 10 }, (_, at) => took(`apps/${at}.spec.ts`, at)),
      took('apps/why.spec.ts', 21),
      took('apps/known.spec.ts', 30),
    ];
    const [, ...lines] = slowest({ testResults }, [{ path: 'apps/known.spec.ts', slow: 'Kills it.' }]).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '   30.0 s  apps/known.spec.ts (Kills it.)',
      '   21.0 s  apps/why.spec.ts',
      '    9.0 s  apps/9.spec.ts',
    ]);
    expect(lines.slice(10)).toEqual(['Warning: apps/why.spec.ts took over 20 s and has no @slow reason.']);
  });

  it('has a table of what a long run repeated', () => {
    const testResults = [{ name: inRoot('libs/a.spec.ts'), startTime: 0, endTime: 61_000, status: 'passed' }];
    const table = repetitionTable({ testResults }, [{ path: 'libs/a.spec.ts', times: 100, usually: 5 }]);
    expect(table.split('\n').at(-1)).toBe('| libs/a.spec.ts | 100 | 5 | 61 s | passed |');
  });
});

it('deletes cached files after a month, looking once a day', () => {
  const folder = aFolder({ 'jest/old': '', 'jest/new': '', 'durations.json': '{}' });
  const now = Date.now();
  const day = 86_400_000;
  utimesSync(join(folder, 'jest/old'), now / 1_000, (now - 31 * day) / 1_000);
  pruneCache(folder, now);
  expect(readdirSync(join(folder, 'jest'))).toEqual(['new']);
  utimesSync(join(folder, 'jest/new'), now / 1_000, (now - 31 * day) / 1_000);
  pruneCache(folder, now + day / 2);
  expect(readdirSync(join(folder, 'jest'))).toEqual(['new']);
  pruneCache(folder, now + 2 * day);
  expect(readdirSync(join(folder, 'jest'))).toEqual([]);
});

it('ties path parts to the clone, because a folder above it may have the same name', () => {
  const [tied = '', ...options] = inClone(['demo', '-t', 'demo']);
  expect(options).toEqual(['-t', 'demo']);
  expect(new RegExp(tied).test(`${ROOT}/apps/api/e2e/demo.e2e.spec.ts`)).toBe(true);
  expect(new RegExp(tied).test(`${ROOT}/apps/api/e2e/lists.e2e.spec.ts`)).toBe(false);
});
