import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PersonContributions } from '@dundun/people';
import { createLogger } from '@dundun/platform/config';
import { useDatabase } from '@dundun/testing';
import { ApiModule } from './api.module.js';

/** Names of columns that hold a person, an address or a uid. */
const NAMES_A_PERSON = '(^|_)(person|account|recipient|address|email|uid)(s|es)?(_id)?$';

/** Columns that match the rule and hold nothing about a person of the audience, each with the reason. */
const NOT_OF_A_PERSON: Record<string, string> = {
  'delivery_reports.cost': 'a price',
  'integrations.settings': 'of a provider',
  'members.email': 'a member of the workspace signs in with it',
  'messages.cost': 'a price',
  'messages.sender': 'the workspace that sends',
  'sending_domains.findings': 'DNS records',
  'sending_profiles.from_email': 'the workspace that sends',
  'sources.settings': 'of a source',
  'sources.unknown_person': 'a setting: what becomes of events of unknown people',
};

/** Columns that hold something about a person for a while, and no contribution erases, each with the reason. */
const EXPIRES: Record<string, string> = {
  'feed_entries.data': 'what other systems were told; entries expire with the feed',
  'idempotency_keys.answer': 'the answer to a call that is repeated; keys expire after a day',
};

const db = useDatabase();
let process: INestApplicationContext;
beforeAll(async () => {
  process = await NestFactory.createApplicationContext(ApiModule.for(db.config, createLogger('test', 'silent')), {
    logger: false,
    abortOnError: false,
  });
});
afterAll(() => process?.close());

const columns = async (condition: string, ...values: unknown[]) =>
  (
    await db.database.query<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a
       JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND a.attnum > 0 AND NOT a.attisdropped AND (${condition})
       ORDER BY 1`,
      values,
    )
  ).map(({ name }) => name);

/** By name, or free JSON, which can hold anything. Numbers and times name no person. */
const personal = () =>
  columns(
    `(a.attname ~ $1 AND a.atttypid = ANY('{uuid,text,text[],jsonb}'::regtype[])) OR a.atttypid = 'jsonb'::regtype`,
    NAMES_A_PERSON,
  );

const excepted = () => Object.keys({ ...NOT_OF_A_PERSON, ...EXPIRES });

const declared = () =>
  process
    .get(PersonContributions, { strict: false })
    .all()
    .flatMap((rows) => [...rows.columns, ...Object.keys(rows.kept)]);

it('asks the same contributions as the worker, which merges and erases', () => {
  const names = process.get(PersonContributions, { strict: false }).all();
  // The list of apps/worker/src/person-rows.int.spec.ts.
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

describe('the columns that name a person', () => {
  it('each belong to a contribution, which merges, erases and exports them', async () => {
    const known = new Set([...declared(), ...excepted()]);
    expect((await personal()).filter((column) => !known.has(column))).toEqual([]);
  });

  it('are declared once, and exist', async () => {
    const names = [...declared(), ...excepted()];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const all = new Set(await columns('true'));
    expect(names.filter((name) => !all.has(name))).toEqual([]);
  });
});
