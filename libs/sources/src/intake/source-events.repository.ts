import { Inject, Injectable } from '@nestjs/common';
import type { SourceEventState } from '@dundun/contracts';
import { isWellFormed, NotRetryableError, UnknownSourceEventError } from '@dundun/domain';
import {
  Database,
  keyset,
  toPage,
  type Backlog,
  type Expiry,
  type Page,
  type PageRequest,
} from '@dundun/platform/database';
import { Jobs } from '@dundun/platform/jobs';
import { WorkSources } from './sources.jobs.js';

export interface SourceEventRow extends Record<string, unknown> {
  event_id: string;
  id: string;
  state: SourceEventState;
  reason: string | null;
  notices: string[];
  event: string | null;
  uid: string | null;
  attempts: number;
  due_at: Date | null;
  received_at: Date;
  payload: string;
}

export const sourcesBacklog: Backlog = { work: 'sources', table: 'source_events' };

/**
 * Payloads are kept for 30 days, long enough to notice and retry a failure. Event ids are kept for 400 days to recognise replayed
 * calls, since most signature schemes carry no timestamp.
 */
export const sourcesExpiry: Expiry[] = [
  {
    table: 'source_events',
    column: 'received_at',
    after: '30 days',
    blank: {
      set: "payload = NULL, uid = NULL, event = NULL, reason = NULL, notices = '{}', request_id = NULL",
      where: 'payload IS NOT NULL AND due_at IS NULL',
    },
  },
  { table: 'source_events', column: 'received_at', after: '400 days' },
];

const PREVIEW_CHARACTERS = 2_000;

const COLUMNS = `event_id, id, state, reason, notices, event, uid, attempts, due_at, received_at,
  left(payload::text, ${PREVIEW_CHARACTERS}) AS payload`;

const RETRY = `
  UPDATE source_events SET state = 'received', due_at = now(), attempts = 0, holds = NULL, ended_at = NULL
  WHERE workspace_id = $1 AND source_id = $2 AND state IN ('parked', 'failed') AND payload IS NOT NULL`;

/** The received events of sources, for the console: reading and retrying. */
@Injectable()
export class SourceEvents {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {}

  /** Pages through the events of the last 30 days, the newest first. */
  async page(
    workspaceId: number,
    sourceId: string,
    page: PageRequest,
    state?: SourceEventState,
  ): Promise<Page<SourceEventRow>> {
    const given: unknown[] = [workspaceId, sourceId];
    // A literal instead of a parameter, so that the planner can use the partial index.
    const only = state === undefined ? '' : `AND state = '${state}'`;
    const { where, orderAndLimit, values } = keyset(page, 'received_at', 'id', 3);
    const rows = await this.database.query<SourceEventRow>(
      `SELECT ${COLUMNS} FROM source_events
       WHERE workspace_id = $1 AND source_id = $2 AND payload IS NOT NULL ${only} AND ${where} ${orderAndLimit}`,
      [...given, ...values],
    );
    return toPage(page, rows, ({ received_at, id }) => ({ at: received_at.toISOString(), id }));
  }

  /** Retries a parked or failed event. @throws UnknownSourceEventError, NotRetryableError */
  async retry(workspaceId: number, sourceId: string, eventId: string): Promise<void> {
    if (!isWellFormed(eventId)) throw new UnknownSourceEventError();
    const retried = await this.database.execute(`${RETRY} AND event_id = $3`, [workspaceId, sourceId, eventId]);
    if (retried > 0) return this.wake();
    const [row] = await this.database.query<{ state: string }>(
      `SELECT state FROM source_events
       WHERE workspace_id = $1 AND source_id = $2 AND event_id = $3 AND payload IS NOT NULL`,
      [workspaceId, sourceId, eventId],
    );
    throw row ? new NotRetryableError(row.state) : new UnknownSourceEventError();
  }

  /** Retries all parked and failed events. @returns their number */
  async retryAll(workspaceId: number, sourceId: string): Promise<number> {
    const retried = await this.database.execute(RETRY, [workspaceId, sourceId]);
    if (retried > 0) this.wake();
    return retried;
  }

  private wake(): void {
    this.database.afterCommit(() => this.jobs.wake(WorkSources, {}, 'all'));
  }
}
