import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { environment } from './environment.js';

interface Described {
  description?: string;
  default?: unknown;
}

const file = (name: string) => readFileSync(name, 'utf8');
const schema = z.toJSONSchema(environment, { io: 'input' }).properties as Record<string, Described>;
const names = Object.keys(schema).sort();
const text = (value: unknown) => (value === undefined ? '' : String(value));

/** Rows of the table under "## Environment": name, default, meaning. */
function readmeRows() {
  const section =
    file('README.md')
      .split(/^## Environment$/m)[1]
      ?.split(/^## /m)[0] ?? '';
  const rows = [...section.matchAll(/^\| `([A-Z_]+)` *\|([^|]*)\|([^|]*)\|$/gm)];
  return rows.map(([, name, value = '', meaning = '']) => ({ name, value: value.trim(), meaning: meaning.trim() }));
}

/** Each `#NAME=value` with the comment above it. */
const exampleEntries = () =>
  [...file('.env.example').matchAll(/^# (.+)\n#([A-Z_]+)=(.*)$/gm)].map(([, comment, name, value]) => ({
    name,
    value,
    comment,
  }));

/** Variables that docker-compose.yml requires besides the schema. */
const composeNames = [...file('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name as string);
const ofComposeAlone = [...new Set(composeNames)].filter((name) => !(name in schema));

describe('the environment', () => {
  it('describes every variable', () => {
    expect(names.filter((name) => !schema[name]?.description)).toEqual([]);
  });

  it('matches the table in README.md, defaults included', () => {
    const rows = readmeRows();
    expect(rows.map(({ name }) => name).sort()).toEqual(names);
    expect(rows.filter(({ meaning }) => meaning === '')).toEqual([]);
    const defaults = rows.filter(({ value }) => value.startsWith('`')).map(({ name, value }) => [name, value]);
    const wanted = names
      .filter((name) => schema[name]?.default !== undefined)
      .map((name) => [name, `\`${text(schema[name]?.default)}\``]);
    expect(Object.fromEntries(defaults)).toEqual(Object.fromEntries(wanted));
  });

  it('matches .env.example word for word', () => {
    const entries = exampleEntries();
    expect(entries.map(({ name }) => name).sort()).toEqual([...names, ...ofComposeAlone].sort());
    for (const { name, comment, value } of entries.filter(({ name }) => name && name in schema)) {
      const { description, default: fallback } = schema[name as string] as Described;
      expect(`${name}: ${comment}`).toBe(`${name}: ${description}`);
      if (fallback !== undefined) expect(`${name}=${value}`).toBe(`${name}=${text(fallback)}`);
    }
  });
});
