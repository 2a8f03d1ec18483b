import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { accountsEntities } from '@dundun/accounts';
import { Events, EventsModule, eventsEntities } from '@dundun/events';
import { UsersModule } from '@dundun/users';
import { ConfigModule, createLogger, type Config } from '@dundun/platform/config';
import { Database, DatabaseModule } from '@dundun/platform/database';
import { Jobs } from '@dundun/platform/jobs';
import { peopleEntities, PeopleModule } from '@dundun/people';
import { register } from 'prom-client';
import { Mappings } from './mapping/mappings.service.js';
import { SourceCalls } from './intake/source-calls.service.js';
import { SourceClaims } from './work/source-claims.repository.js';
import { SourceEffects } from './work/source-effects.service.js';
import { SourceEvents } from './intake/source-events.repository.js';
import { SourceHooks } from './intake/source-hooks.service.js';
import { SourceIntake } from './intake/source-intake.repository.js';
import { SourceLoop } from './work/source-loop.service.js';
import { SourcePeople } from './work/source-people.repository.js';
import { SourcePlanner } from './work/source-planner.service.js';
import { SourceWork } from './work/source-work.service.js';
import { sourcesEntities } from './intake/source.entity.js';
import { Sources } from './intake/sources.repository.js';
import { SourcesModule } from './sources.module.js';

const quiet = createLogger('test', 'silent');
export const entities = [...accountsEntities, ...peopleEntities, ...eventsEntities, ...sourcesEntities];

/** Tests process events explicitly, so no wake-ups are sent. */
@Global()
@Module({ providers: [{ provide: Jobs, useValue: { wake: () => undefined } }], exports: [Jobs] })
class NoQueueModule {}

/** Intake and processing as in one process, with its own connection pool and group commit. */
export interface SourceProcess {
  context: INestApplicationContext;
  database: Database;
  sources: Sources;
  hooks: SourceHooks;
  calls: SourceCalls;
  received: SourceEvents;
  events: Events;
  claims: SourceClaims;
  effects: SourceEffects;
  mappings: Mappings;
  work: SourceWork;
  /** Without its timers. */
  loop: SourceLoop;
}

export async function aProcess(config: Config): Promise<SourceProcess> {
  @Module({
    imports: [
      ConfigModule.for({ ...config, DATABASE_POOL: 6 }, quiet),
      DatabaseModule.for(entities),
      NoQueueModule,
      SourcesModule,
      EventsModule,
      UsersModule,
      PeopleModule,
    ],
    providers: [
      SourceCalls,
      SourceClaims,
      SourceEffects,
      SourceEvents,
      SourceIntake,
      SourcePeople,
      SourcePlanner,
      SourceWork,
    ],
  })
  class ProcessModule {}
  // Metrics are global to a process, and a test creates several.
  register.clear();
  const context = await NestFactory.createApplicationContext(ProcessModule, { logger: false, abortOnError: false });
  const get = <T>(type: new (...given: never[]) => T) => context.get<T>(type, { strict: false });
  const [claims, work] = [get(SourceClaims), get(SourceWork)];
  // Due one second ago, because the server's clock can step back by some milliseconds.
  await get(Database).execute(`ALTER TABLE source_events ALTER due_at SET DEFAULT now() - interval '1 second'`);
  return {
    context,
    database: get(Database),
    sources: get(Sources),
    hooks: get(SourceHooks),
    calls: get(SourceCalls),
    received: get(SourceEvents),
    events: get(Events),
    claims,
    effects: get(SourceEffects),
    mappings: get(Mappings),
    work,
    loop: new SourceLoop(claims, work, quiet),
  };
}

/** The result of a source event. */
export interface StoredRow extends Record<string, unknown> {
  event_id: string;
  state: string;
  reason: string | null;
  event: string | null;
  uid: string | null;
  attempts: number;
  notices: string[];
}

/** Returns the events of a source in the order of their arrival. */
export function rowsOf(database: Database, sourceId: string): Promise<StoredRow[]> {
  return database.query<StoredRow>(
    'SELECT event_id, state, reason, event, uid, attempts, notices FROM source_events WHERE source_id = $1 ORDER BY id',
    [sourceId],
  );
}

/** Returns the names of a person's events in the order of storage. */
export async function timeline(database: Database, workspaceId: number, uid: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT e.name FROM events e JOIN people p ON p.workspace_id = e.workspace_id AND p.id = e.person_id
     WHERE e.workspace_id = $1 AND p.uid = $2 ORDER BY e.xid, e.id`,
    [workspaceId, uid],
  );
  return rows.map(({ name }) => name);
}

/** Postpones all waiting events by an hour, so that a slow machine does not make them due. */
export const letTimeStandStill = (database: Database, sourceId: string): Promise<number> =>
  database.execute(
    `UPDATE source_events SET due_at = due_at + interval '1 hour' WHERE source_id = $1 AND due_at IS NOT NULL`,
    [sourceId],
  );

/** Makes all waiting events due and an hour older. */
export const letTimePass = (database: Database, sourceId: string): Promise<number> =>
  database.execute(
    `UPDATE source_events SET due_at = due_at - interval '1 day', received_at = received_at - interval '1 hour'
     WHERE source_id = $1 AND due_at IS NOT NULL`,
    [sourceId],
  );
