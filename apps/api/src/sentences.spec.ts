import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.cwd();
const ROW = /^\| (W?\d+(?:\.\d+)*-\d+) +\| .+ \| *(later|) *\|$/gm;
// A title begins with its numbers: it('[4.1.6-2, W3-14] …').
const TITLE = /['"`]\[((?:W?\d+(?:\.\d+)*-\d+(?:, )?)+)\] /g;

const table = [...readFileSync(join(ROOT, 'docs/sentences.md'), 'utf8').matchAll(ROW)].map(([, number, when]) => ({
  number: number as string,
  isLater: when === 'later',
}));

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
  it('have numbers of their own', () => {
    const numbers = table.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(150);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('are each walked by a test', () => {
    const numbers = new Set(tested);
    expect(table.filter(({ number, isLater }) => !isLater && !numbers.has(number))).toEqual([]);
  });

  it('are the only ones that tests name', () => {
    const known = new Set(table.map(({ number }) => number));
    expect(tested.filter((number) => !known.has(number))).toEqual([]);
  });

  it('of features to come are not tested yet', () => {
    const later = new Set(table.filter(({ isLater }) => isLater).map(({ number }) => number));
    expect(tested.filter((number) => later.has(number))).toEqual([]);
  });
});
