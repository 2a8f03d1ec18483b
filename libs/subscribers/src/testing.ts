import { Global, Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { accountsEntities, SendingDomains } from '@dundun/accounts';
import { Lists, listsEntities, type List } from '@dundun/lists';
import { messagingEntities } from '@dundun/messaging';
import { ConfigModule, createLogger, type Config } from '@dundun/platform/config';
import { Database, DatabaseModule } from '@dundun/platform/database';
import { Jobs } from '@dundun/platform/jobs';
import type { Caller, Origin } from '@dundun/platform/http';
import { aWorkspace } from '@dundun/testing';
import { register } from 'prom-client';
import { Memberships } from './memberships/memberships.service.js';
import { peopleEntities, PersonKeys } from '@dundun/people';
import { SubscribersModule } from './subscribers.module.js';
import { UserWrites } from './memberships/user-writes.service.js';

export const quiet = createLogger('test', 'silent');
export const entities = [...accountsEntities, ...listsEntities, ...messagingEntities, ...peopleEntities];

/** Tests read the mails from the database, so no worker is woken. */
@Global()
@Module({ providers: [{ provide: Jobs, useValue: { wake: () => undefined } }], exports: [Jobs] })
class NoQueueModule {}

/** The modules of a process that accepts joins. */
export const subscribersOn = (config: Config): NonNullable<DynamicModule['imports']> => [
  ConfigModule.for(config, quiet),
  DatabaseModule.for(entities),
  NoQueueModule,
  SubscribersModule,
];

/** An api process with its own connection pool and group commit. Start one after the other. */
export async function aProcess(config: Config): Promise<INestApplicationContext> {
  @Module({ imports: subscribersOn({ ...config, DATABASE_POOL: 4 }) })
  class ProcessModule {}
  // Metrics belong to a whole process, and this one holds several contexts.
  register.clear();
  return NestFactory.createApplicationContext(ProcessModule, { logger: false, abortOnError: false });
}

export const callerOf = (workspaceId: number, level: Caller['level'] = 'full', strictKeys = false): Caller => ({
  workspaceId,
  plan: 'unlimited',
  level,
  kind: 'public',
  strictKeys,
  keyId: 'k',
});

export const anOrigin: Origin = { ip: '192.0.2.7', userAgent: 'curl/8', requestId: 'req_test' };

/** A workspace that can send mail, with a plain list and one with double opt-in. */
export async function aStage(process: INestApplicationContext) {
  const [database, lists] = [process.get(Database), process.get(Lists, { strict: false })];
  const workspaceId = await aWorkspace(database);
  await process.get(SendingDomains, { strict: false }).connect(workspaceId, 'dundun.test');
  const { list: plain } = await lists.create(workspaceId, { title: 'Plain news' });
  const { list: optin } = await lists.create(workspaceId, {
    title: 'Optin <news>',
    description: 'Once & again',
    double_optin: true,
  });
  return {
    workspaceId,
    plain,
    optin,
    database,
    lists,
    memberships: process.get(Memberships),
    users: process.get(UserWrites),
    keys: process.get(PersonKeys),
  };
}

export type Stage = Awaited<ReturnType<typeof aStage>>;

/** Membership states of a list, by uid. */
export async function standings({ database, workspaceId }: Stage, list: List): Promise<Record<string, string>> {
  const rows = await database.query<{ uid: string; status: string }>(
    `SELECT p.uid, m.status FROM memberships m JOIN people p ON p.workspace_id = m.workspace_id AND p.id = m.person_id
     WHERE m.workspace_id = $1 AND m.list_id = $2`,
    [workspaceId, list.id],
  );
  return Object.fromEntries(rows.map(({ uid, status }) => [uid, status]));
}

export async function subscriberCount({ lists, workspaceId }: Stage, list: List): Promise<number> {
  return (await lists.get(workspaceId, list.id)).subscribers;
}

export interface QueuedConfirmation extends Record<string, unknown> {
  to: string;
  subject: string;
  html: string;
  text: string;
  token: string;
}

/** The confirmation mails of a workspace, oldest first. */
export async function confirmationMails({ database, workspaceId }: Stage): Promise<QueuedConfirmation[]> {
  const rows = await database.query<QueuedConfirmation>(
    `SELECT recipients->0->>'address' AS to, content->>'subject' AS subject, content->>'html' AS html, content->>'text' AS text
     FROM messages WHERE workspace_id = $1 ORDER BY id`,
    [workspaceId],
  );
  return rows.map((row) => ({ ...row, token: /\/p\/confirm\/([\w-]+)/.exec(row.text)?.[1] ?? '' }));
}

/** Checks the invariants between the tables of a workspace; each returned row is a fault. */
export function faultsOf({ database, workspaceId }: Stage): Promise<Record<string, unknown>[]> {
  return database.query(
    `WITH held AS (
       SELECT kind, value, id, row_number() OVER (PARTITION BY kind, value ORDER BY id) AS place
       FROM people p CROSS JOIN LATERAL (
         VALUES ('email', lower(p.email)), ('number', p.number)
         UNION ALL SELECT 'device', device->>'token' FROM jsonb_array_elements(p.devices) AS device) AS k(kind, value)
       WHERE p.workspace_id = $1 AND value IS NOT NULL),
     kept AS (
       SELECT kind, value, person_id, true AS is_first FROM person_keys WHERE workspace_id = $1
       UNION ALL SELECT kind, value, person_id, false FROM shared_keys WHERE workspace_id = $1)
     SELECT 'no key for the holder' AS fault, concat_ws(' ', kind, value, place) AS what FROM held
       WHERE NOT EXISTS (
         SELECT FROM kept k WHERE (k.kind, k.value, k.person_id, k.is_first) = (held.kind, held.value, held.id, place = 1))
     UNION ALL SELECT 'no holder for the key', concat_ws(' ', kind, value) FROM kept
       WHERE NOT EXISTS (
         SELECT FROM held h WHERE (h.kind, h.value, h.id, h.place = 1) = (kept.kind, kept.value, kept.person_id, is_first))
     UNION ALL SELECT 'counter', l.title FROM lists l WHERE l.workspace_id = $1
       AND (SELECT coalesce(sum(subscribers), 0) FROM list_counters c WHERE c.workspace_id = $1 AND c.list_id = l.id)
        <> (SELECT count(*) FROM memberships m WHERE m.workspace_id = $1 AND m.list_id = l.id AND m.status <> 'unsubscribed')
     UNION ALL SELECT 'membership of nobody', m.person_id::text FROM memberships m WHERE m.workspace_id = $1
       AND NOT EXISTS (SELECT FROM people p WHERE p.workspace_id = $1 AND p.id = m.person_id)
     UNION ALL SELECT 'unsubscribed and not suppressed', p.uid FROM memberships m
       JOIN people p ON p.workspace_id = $1 AND p.id = m.person_id
       CROSS JOIN LATERAL (VALUES (lower(p.email), m.email_consent), (p.number, m.sms_consent)) AS a(address, consent)
       WHERE m.workspace_id = $1 AND a.address IS NOT NULL
         AND consent_status(m.status, a.consent, a.address) = 'unsubscribed' AND NOT EXISTS (
         SELECT FROM list_suppressions s WHERE (s.workspace_id, s.list_id, s.address) = ($1, m.list_id, a.address))
       -- Of two people with one address, the other may have resubscribed.
       AND NOT EXISTS (SELECT FROM shared_keys k WHERE k.workspace_id = $1 AND k.value = a.address)`,
    [workspaceId],
  );
}
