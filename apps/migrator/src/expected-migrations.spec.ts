import { expect, it } from '@jest/globals';
import { createLogger, loadConfig } from '@dundun/platform/config';
import { EXPECTED_MIGRATIONS } from '@dundun/platform/server';
import { migrationSource } from './data-source.js';

it('contains exactly the migrations that a ready process expects', () => {
  const config = loadConfig({ DATABASE_URL: 'postgresql://127.0.0.1/none', SECRET_KEY: '0'.repeat(64) });
  const { migrations } = migrationSource(config, createLogger('test', 'silent')).options;
  expect(migrations).toHaveLength(EXPECTED_MIGRATIONS);
});
