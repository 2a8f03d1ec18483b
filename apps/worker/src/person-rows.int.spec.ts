import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PersonContributions } from '@dundun/people';
import { createLogger } from '@dundun/platform/config';
import { useDatabase } from '@dundun/testing';
import { WorkerModule } from './worker.module.js';

const db = useDatabase();
let worker: INestApplicationContext;
beforeAll(async () => {
  const logger = createLogger('test', 'silent');
  const options = { logger: false, abortOnError: false } as const;
  worker = await NestFactory.createApplicationContext(WorkerModule.for(db.config, logger), options);
});
afterAll(() => worker?.close());

// The worker merges and erases. A contribution that only the api has would never run.
it('gives the worker every contribution to the rows of a person', () => {
  const names = worker.get(PersonContributions, { strict: false }).all();
  expect(names.map(({ name }) => name).sort()).toEqual([
    'consents',
    'events',
    'jobs',
    'memberships',
    'messages',
    'person',
    'sources',
  ]);
});
