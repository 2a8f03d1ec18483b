import { Global, Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { accountsEntities, DnsResolver, SendingDomains } from '@dundun/accounts';
import { Lists, listsEntities, type List } from '@dundun/lists';
import { messagingEntities } from '@dundun/messaging';
import { peopleEntities } from '@dundun/people';
import { ConfigModule, createLogger, type Config } from '@dundun/platform/config';
import { Database, DatabaseModule } from '@dundun/platform/database';
import { Jobs } from '@dundun/platform/jobs';
import type { Caller, Origin } from '@dundun/platform/http';
import { aWorkspace } from '@dundun/testing';
import { register } from 'prom-client';
import { BulkModule } from './bulk.module.js';
import { BulkRunsModule } from './bulk-runs.module.js';
import { BulkClaims } from './jobs/bulk-claims.repository.js';
import { BULK_RUNS, type BulkRun, type HeldBulkJob, type Pace } from './jobs/bulk-job.js';

export const entities = [...accountsEntities, ...listsEntities, ...messagingEntities, ...peopleEntities];
export const anOrigin: Origin = { ip: '192.0.2.7', userAgent: 'curl/8', requestId: 'req_test' };
const NO_HURRY: Pace = { isOver: () => false, isStopping: () => false };

/** Tests run the jobs themselves. */
@Global()
@Module({ providers: [{ provide: Jobs, useValue: { wake: () => undefined } }], exports: [Jobs] })
class NoQueueModule {}

/** An api or worker process with its own connection pool and group commits. */
export async function aProcess(config: Config): Promise<INestApplicationContext> {
  @Module({
    imports: [
      ConfigModule.for({ ...config, DATABASE_POOL: 6 }, createLogger('test', 'silent')),
      DatabaseModule.for(entities),
      NoQueueModule,
      BulkModule,
      BulkRunsModule,
    ],
  })
  class ProcessModule {}
  register.clear();
  return NestFactory.createApplicationContext(ProcessModule, { logger: false, abortOnError: false });
}

/** A workspace, and shorthands for actions on its people. */
export async function aStage(process: INestApplicationContext) {
  const of = <T>(token: Type<T>): T => process.get(token, { strict: false });
  const [database, lists] = [of(Database), of(Lists)];
  const workspaceId = await aWorkspace(database);
  await of(SendingDomains).connect(workspaceId, 'dundun.test');
  const rows = <T extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
    database.query<T>(text, [workspaceId, ...values]);
  const caller: Caller = {
    workspaceId,
    plan: 'unlimited',
    level: 'full',
    kind: 'public',
    strictKeys: false,
    keyId: 'k',
  };
  /** Name servers: only these domains have none. */
  const dead = new Set<string>();
  const dns = of(DnsResolver);
  dns.mx = (name) => Promise.resolve(dead.has(name) ? [] : [{ priority: 1, exchange: `mx.${name}` }]);
  dns.addresses = () => Promise.resolve([]);
  const runs = process.get<BulkRun[]>(BULK_RUNS, { strict: false });
  const runOf = ({ kind }: HeldBulkJob) => runs.find(({ kinds }) => kinds.includes(kind)) as BulkRun;
  return {
    workspaceId,
    database,
    caller,
    dead,
    of,
    rows,
    runOf,
    list: async (title: string, double_optin = false): Promise<List> =>
      (await lists.create(workspaceId, { title, double_optin })).list,
    subscriberCount: async ({ id }: List) => (await lists.get(workspaceId, id)).subscribers,
    claim: () => of(BulkClaims).claim(),

    /** Runs the next job until it has nothing left to do. */
    async work(pace: Pace = NO_HURRY): Promise<HeldBulkJob> {
      const job = await of(BulkClaims).claim();
      if (!job) throw new Error('there is no job to do');
      await runOf(job).run(job, pace);
      return job;
    },

    /** Membership states, by address and list. */
    async states(list: List): Promise<Record<string, string>> {
      const found = await rows<{ address: string; status: string }>(
        `SELECT coalesce(p.email, p.number, p.uid) AS address, m.status FROM memberships m
         JOIN people p ON p.workspace_id = m.workspace_id AND p.id = m.person_id
         WHERE m.workspace_id = $1 AND m.list_id = $2 ORDER BY 1`,
        list.id,
      );
      return Object.fromEntries(found.map(({ address, status }) => [address, status]));
    },
  };
}

export type Stage = Awaited<ReturnType<typeof aStage>>;
