import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(__dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const names = new Set(files.map((file) => basename(file)));
const documents = files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file));

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '');

  it('names source files that exist', () => {
    const named = [...text.matchAll(/`(?:[\w./-]+\/)?([\w.-]+\.(?:ts|tsx|mjs))`/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !names.has(name) && !/^[<x]/.test(name))).toEqual([]);
  });

  it('links to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target]) => target ?? '');
    expect(targets.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
  });
});
