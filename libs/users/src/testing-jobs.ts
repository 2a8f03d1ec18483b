import { Global, Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { accountsEntities, SendingDomains } from '@dundun/accounts';
import { Events } from '@dundun/events';
import { Lists, listsEntities, type List } from '@dundun/lists';
import { messagingEntities } from '@dundun/messaging';
import { People, peopleEntities } from '@dundun/people';
import { ConfigModule, createLogger, type Config } from '@dundun/platform/config';
import { Database, DatabaseModule } from '@dundun/platform/database';
import type { Caller, Origin } from '@dundun/platform/http';
import { Jobs } from '@dundun/platform/jobs';
import { Memberships } from '@dundun/subscribers';
import { aWorkspace } from '@dundun/testing';
import { register } from 'prom-client';
import { v7 } from 'uuid';
import type { HeldJob, JobRow, Pace, UserJobRun } from './jobs/user-job.js';
import { UserJobClaims } from './jobs/user-job-claims.repository.js';
import { UserJobs } from './jobs/user-jobs.repository.js';

export const quiet = createLogger('test', 'silent');
export const entities = [...accountsEntities, ...listsEntities, ...messagingEntities, ...peopleEntities];
export const anOrigin: Origin = { ip: '192.0.2.7', userAgent: 'curl/8', requestId: 'req_test' };
export const NO_HURRY: Pace = { isOver: () => false };

/** Tests run the jobs themselves. */
@Global()
@Module({ providers: [{ provide: Jobs, useValue: { wake: () => undefined } }], exports: [Jobs] })
class NoQueueModule {}

/** An api or worker process with its own connection pool and group commits. Start one after the other. */
export async function aProcess(config: Config, ...modules: Type[]): Promise<INestApplicationContext> {
  @Module({
    imports: [
      ConfigModule.for({ ...config, DATABASE_POOL: 6 }, quiet),
      DatabaseModule.for(entities),
      NoQueueModule,
      ...modules,
    ],
  })
  class ProcessModule {}
  // Metrics belong to a whole process, and this one holds several contexts.
  register.clear();
  return NestFactory.createApplicationContext(ProcessModule, { logger: false, abortOnError: false });
}

export const callerOf = (workspaceId: number, level: Caller['level'] = 'full'): Caller => ({
  workspaceId,
  plan: 'unlimited',
  level,
  kind: 'public',
  strictKeys: false,
  keyId: 'k',
});

/** The fields of a test person; a test states only those that matter. */
export interface PersonSaid {
  uid: string;
  email: string | null;
  number: string | null;
  first_name: string | null;
  meta: object;
  devices: object[];
  tz: string | null;
  is_account: boolean;
  created_at: string;
}

const NOBODY_SAID: PersonSaid = {
  uid: '',
  email: null,
  number: null,
  first_name: null,
  meta: {},
  devices: [],
  tz: null,
  is_account: false,
  created_at: '2026-01-01T00:00:00Z',
};

/** A workspace, and shorthands for actions on its people. */
export async function aStage(process: INestApplicationContext) {
  const of = <T>(token: Type<T>): T => process.get(token, { strict: false });
  const [database, lists, memberships] = [of(Database), of(Lists), of(Memberships)];
  const workspaceId = await aWorkspace(database);
  await of(SendingDomains).connect(workspaceId, 'dundun.test');
  const caller = callerOf(workspaceId);
  const rows = <T extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
    database.query<T>(text, [workspaceId, ...values]);
  return {
    workspaceId,
    database,
    caller,
    of,
    rows,

    /** Inserts a person and their keys as a write leaves them: the oldest holder of an address has its key. */
    async person(said: Partial<PersonSaid> & { uid: string }): Promise<string> {
      const id = v7();
      const person = { ...NOBODY_SAID, ...said };
      await rows(
        `INSERT INTO people (workspace_id, id, uid, uid_updateable, email, number, first_name, meta, devices, tz, is_account, created_at)
         SELECT $1, $2, uid, false, email, number, first_name, meta, devices, tz, is_account, created_at
         FROM jsonb_to_record($3::jsonb) AS said(uid text, email text, number text, first_name text, meta jsonb,
           devices jsonb, tz text, is_account boolean, created_at timestamptz)`,
        id,
        JSON.stringify(person),
      );
      for (const table of ['person_keys', 'shared_keys'])
        await rows(
          `INSERT INTO ${table} SELECT $1, kind, value, $2 FROM (
             SELECT 'email' AS kind, lower($3) AS value UNION ALL SELECT 'number', $4
             UNION ALL SELECT 'device', device->>'token' FROM jsonb_array_elements($5::jsonb) AS each(device)) AS k
           WHERE value IS NOT NULL AND ('${table}' = 'person_keys' OR kind <> 'device') AND NOT EXISTS (
             SELECT FROM person_keys p WHERE (p.workspace_id, p.kind, p.value, p.person_id) = ($1, k.kind, k.value, $2))
           ON CONFLICT DO NOTHING`,
          id,
          person.email,
          person.number,
          JSON.stringify(person.devices),
        );
      return id;
    },

    list: async (title: string): Promise<List> => (await lists.create(workspaceId, { title })).list,
    subscriberCount: async ({ id }: List) => (await lists.get(workspaceId, id)).subscribers,
    track: (uid: string, event: string, event_id?: string) =>
      of(Events).track(workspaceId, uid, { event, ...(event_id === undefined ? {} : { event_id }) }),
    set: (list: List, uid: string, subscribed: boolean) =>
      memberships.setSubscribed(caller, list.id, uid, subscribed, anOrigin),
    idOf: async (uid: string) => (await of(People).findByUid(workspaceId, uid))?.id,

    /** Membership states of a person, by list title. */
    async standings(uid: string): Promise<Record<string, string>> {
      const found = await rows<{ title: string; status: string }>(
        `SELECT l.title, m.status FROM memberships m JOIN lists l ON l.workspace_id = m.workspace_id AND l.id = m.list_id
         WHERE m.workspace_id = $1 AND m.person_id = $2`,
        (await this.idOf(uid)) ?? null,
      );
      return Object.fromEntries(found.map(({ title, status }) => [title, status]));
    },

    events: async (personId: string): Promise<string[]> =>
      (
        await rows<{ name: string }>(
          'SELECT name FROM events WHERE workspace_id = $1 AND person_id = $2 ORDER BY xid, id',
          personId,
        )
      ).map(({ name }) => name),

    /** Rows that must never exist: an address without a key, a wrong counter, a membership without a person, a lost opt-out. */
    faults: () =>
      rows(
        `SELECT 'counter' AS fault, l.title AS what FROM lists l WHERE l.workspace_id = $1
           AND (SELECT coalesce(sum(subscribers), 0) FROM list_counters c WHERE c.workspace_id = $1 AND c.list_id = l.id)
            <> (SELECT count(*) FROM memberships m WHERE m.workspace_id = $1 AND m.list_id = l.id AND m.status <> 'unsubscribed')
         UNION ALL SELECT 'address without key', a.value FROM people p
           CROSS JOIN LATERAL (VALUES ('email', lower(p.email)), ('number', p.number)) AS a(kind, value)
           WHERE p.workspace_id = $1 AND a.value IS NOT NULL AND NOT EXISTS (
             SELECT FROM person_keys k JOIN people holder ON holder.workspace_id = $1 AND holder.id = k.person_id
             WHERE k.workspace_id = $1 AND k.kind = a.kind AND k.value = a.value
               AND a.value IN (lower(holder.email), holder.number))
         UNION ALL SELECT 'membership of nobody', m.person_id::text FROM memberships m WHERE m.workspace_id = $1
           AND NOT EXISTS (SELECT FROM people p WHERE p.workspace_id = $1 AND p.id = m.person_id)
         UNION ALL SELECT 'unsubscribed and not suppressed', p.uid FROM memberships m
           JOIN people p ON p.workspace_id = $1 AND p.id = m.person_id
           CROSS JOIN LATERAL (VALUES (lower(p.email), m.email_consent), (p.number, m.sms_consent)) AS a(address, consent)
           WHERE m.workspace_id = $1 AND a.address IS NOT NULL
         AND consent_status(m.status, a.consent, a.address) = 'unsubscribed' AND NOT EXISTS (
             SELECT FROM list_suppressions s WHERE (s.workspace_id, s.list_id, s.address) = ($1, m.list_id, a.address))`,
      ),

    /** Claims the next job, due a moment early: the server's clock may step back by a few milliseconds. */
    async claim(): Promise<HeldJob | undefined> {
      await rows(
        `UPDATE user_jobs SET due_at = due_at - interval '1 second'
         WHERE workspace_id = $1 AND due_at BETWEEN now() - interval '1 second' AND now() + interval '1 second'`,
      );
      return of(UserJobClaims).claim(workspaceId);
    },

    /** Runs the next job until it has nothing left to do, without its later sweeps. */
    async work(run: UserJobRun, pace: Pace = NO_HURRY): Promise<HeldJob> {
      const job = await this.claim();
      if (!job) throw new Error('there is no job to do');
      await run.run(job, pace);
      return job;
    },

    /** Makes the next sweep of a job due at once. */
    sweep: (job: HeldJob) =>
      rows(`UPDATE user_jobs SET due_at = now() - interval '1 second' WHERE workspace_id = $1 AND id = $2`, job.id),

    /** Returns the job that was created last, by id: the server's clock may step back between two jobs. */
    async newestJob(): Promise<JobRow | undefined> {
      const { rows: jobs } = await of(UserJobs).page(workspaceId, { limit: 30 });
      return jobs.toSorted((one, other) => (one.id < other.id ? 1 : -1))[0];
    },
  };
}

export type Stage = Awaited<ReturnType<typeof aStage>>;
