import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PersonContributions } from '@dundun/people';
import { createLogger } from '@dundun/platform/config';
import { personColumnFaults, useDatabase } from '@dundun/testing';
import { WorkerModule } from './worker.module.js';

const db = useDatabase();
let program: INestApplicationContext;
beforeAll(async () => {
  const options = { logger: false, abortOnError: false } as const;
  const logger = createLogger('test', 'silent');
  program = await NestFactory.createApplicationContext(WorkerModule.for(db.config, logger), options);
});
afterAll(() => program?.close());

it('gives the worker a contribution for every column that names a person', async () => {
  const contributions = program.get(PersonContributions, { strict: false }).all();
  expect(await personColumnFaults(db.database, contributions)).toEqual({ undeclared: [], repeated: [], missing: [] });
});
