import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GROUPS, isChosen, toggled } from './types';

it('knows every type of the API', () => {
  const document = JSON.parse(readFileSync(join(process.cwd(), 'apps/api/openapi.json'), 'utf8')) as {
    webhooks: Record<string, unknown>;
  };
  const known = Object.entries(GROUPS).flatMap(([group, names]) => names.map((name) => `${group}.${name}`));
  expect(known.sort()).toEqual(
    Object.keys(document.webhooks)
      .filter((type) => type !== 'webhook.test')
      .sort(),
  );
});

it('chooses single types and whole groups', () => {
  expect(toggled([], 'list.*')).toEqual(['list.*']);
  expect(toggled(['list.*'], 'list.*')).toEqual([]);
  expect(toggled(['list.*', 'user.created'], 'list.created')).toEqual([
    'user.created',
    'list.updated',
    'list.archived',
  ]);
  expect(toggled(['list.updated', 'list.archived'], 'list.created')).toEqual(['list.*']);
  expect(isChosen(['list.*'], 'list.created')).toBe(true);
  expect(isChosen(['list.updated'], 'list.created')).toBe(false);
});
