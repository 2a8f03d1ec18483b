import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.cwd();
const ROW = /^\| (W?\d+(?:\.\d+)*-\d+) +\| .+ \| *(later|) *\|$/gm;
// A title begins with its numbers: it('[4.1.6-2, W3-14] …').
const TITLE = /['"`]\[((?:W?\d+(?:\.\d+)*-\d+(?:, )?)+)\] /g;

const table = [...readFileSync(join(ROOT, 'apps/api/e2e/sentences.md'), 'utf8').matchAll(ROW)].map(
  ([, number, when]) => ({
    number: number as string,
    isLater: when === 'later',
  }),
);

const tested = readdirSync(join(ROOT, 'apps'))
  .flatMap((app) => specsUnder(join(ROOT, 'apps', app, 'e2e')))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(TITLE)])
  .flatMap(([, numbers]) => (numbers as string).split(', '));

function specsUnder(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.e2e.spec.ts')).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

describe('the sentences of the specification', () => {
  it('have unique numbers', () => {
    const numbers = table.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(150);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('each have a test', () => {
    const numbers = new Set(tested);
    expect(table.filter(({ number, isLater }) => !isLater && !numbers.has(number))).toEqual([]);
  });

  it('are all that the tests name', () => {
    const known = new Set(table.map(({ number }) => number));
    expect(tested.filter((number) => !known.has(number))).toEqual([]);
  });

  it('have no test while they are marked later', () => {
    const later = new Set(table.filter(({ isLater }) => isLater).map(({ number }) => number));
    expect(tested.filter((number) => later.has(number))).toEqual([]);
  });
});
