import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Erasures, type Erased } from '@dundun/users';
import { Database } from '@dundun/platform/database';

const CHUNK = 1_000;

// $2: uids, $3: time of the erasure.
const PEOPLE = `
  WITH chunk AS MATERIALIZED (
    SELECT source_id, external FROM source_people WHERE workspace_id = $1 AND uid = ANY($2) AND created_at <= $3
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  DELETE FROM source_people p USING chunk
  WHERE p.workspace_id = $1 AND p.source_id = chunk.source_id AND p.external = chunk.external`;

/** Blanks the rows but keeps them, so that a repeated event is still recognised. A blanked event cannot be retried. */
const EVENTS = `
  WITH chunk AS MATERIALIZED (
    SELECT source_id, event_id FROM source_events
    WHERE workspace_id = $1 AND uid = ANY($2) AND received_at <= $3 AND state <> 'received'
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  UPDATE source_events e SET payload = '{}', uid = NULL, notices = '{}', reason = NULL,
    state = CASE WHEN e.state IN ('parked', 'failed') THEN 'ignored' ELSE e.state END
  FROM chunk WHERE e.workspace_id = $1 AND e.source_id = chunk.source_id AND e.event_id = chunk.event_id`;

/** Erases what senders have sent about a person. */
@Injectable()
export class SourceErasure implements OnModuleInit {
  constructor(
    @Inject(Erasures) private readonly erasures: Erasures,
    @Inject(Database) private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.erasures.onErase((erased) => this.chunk(erased));
  }

  private async chunk({ workspaceId, uids, before }: Erased): Promise<number> {
    const people = await this.database.execute(PEOPLE, [workspaceId, uids, before]);
    return people + (await this.database.execute(EVENTS, [workspaceId, uids, before]));
  }
}
