import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { billingSources } from './index.js';

const documented = readFileSync(join(__dirname, '../../../../../docs/sources.md'), 'utf8');

/** Returns the section of the documentation with this title. */
const sectionOf = (title: string) => documented.split(/^#{2,3} /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

it.each(Object.values(billingSources).map(({ title, kind }) => [title, kind]))(
  'docs/sources.md lists every event type of %s with its name',
  (title, kind) => {
    const source = readFileSync(join(__dirname, `${kind}.ts`), 'utf8');
    const entries = [...source.matchAll(/\['([\w.]+)', \{ (?:event: '([^']+)')?/g)];
    expect(entries.length).toBeGreaterThan(4);
    const rows = sectionOf(title).split('\n');
    const missing = entries.filter(
      ([, type, event = '']) => !rows.some((row) => row.includes(`\`${type}\``) && row.includes(event)),
    );
    expect(missing.map(([, type]) => type)).toEqual([]);
  },
);
