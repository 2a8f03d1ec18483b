import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { credentials, secretKey } from './credentials.mjs';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dundun-credentials-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('generates missing credentials once, readable by their owner only', () => {
  const first = credentials({ env: { BOOTSTRAP_EMAIL: 'ada@example.org' }, dataDir });
  expect(first.earlier).toBeUndefined();
  expect(first.environment).toMatchObject({
    BOOTSTRAP_API_KEY: expect.stringMatching(/^dk_[0-9a-f]{32}$/),
    BOOTSTRAP_API_SECRET: expect.stringMatching(/^ds_[0-9a-f]{48}$/),
    BOOTSTRAP_BROWSER_KEY: expect.stringMatching(/^dk_[0-9a-f]{32}$/),
    BOOTSTRAP_EMAIL: 'ada@example.org',
    BOOTSTRAP_DOMAIN: 'dundun.test',
  });
  first.keep();
  expect(statSync(join(dataDir, 'bootstrap.json')).mode & 0o777).toBe(0o600);

  const second = credentials({ env: {}, dataDir });
  expect(second.earlier).toEqual({ ...first.values, email: undefined });
});

it('keeps the credentials of each database separately', () => {
  const one = credentials({ env: { DATABASE_URL: 'postgres://a:b@db.example:5432/one' }, dataDir });
  one.keep();
  const two = credentials({ env: { DATABASE_URL: 'postgres://a:b@db.example:5432/two' }, dataDir });
  expect(two.earlier).toBeUndefined();
  expect(two.values.key).not.toBe(one.values.key);
  two.keep();
  two.forget();
  expect(credentials({ env: { DATABASE_URL: 'postgres://x:y@db.example:5432/one' }, dataDir }).earlier).toEqual(
    one.values,
  );
});

it('generates the sealing key once, readable by its owner only', () => {
  const made = secretKey({ env: {}, dataDir });
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(secretKey({ env: {}, dataDir })).toBe(made);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(secretKey({ env: { SECRET_KEY: 'given' }, dataDir })).toBe('given');
});
