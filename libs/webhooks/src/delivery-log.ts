import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, UnknownDeliveryError, type JsonObject } from '@dundun/domain';
import { Database, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import { entryOf, HORIZON, matches, NIL, stretch } from './feed-statements.js';

/** A delivery as it is shown. */
export interface DeliveryRow extends Record<string, unknown> {
  id: string;
  type: string;
  state: 'pending' | 'delivered' | 'failed';
  due_at: Date | null;
  attempts: number;
  status: number | null;
  error: string | null;
  created_at: Date;
  ended_at: Date | null;
}

/** With its entry, as far as that is kept. */
export interface DeliveryWithEntry extends DeliveryRow {
  at: Date | null;
  data: JsonObject;
}

/** One call. */
export interface AttemptRow extends Record<string, unknown> {
  number: number;
  started_at: Date;
  milliseconds: number | null;
  status: number | null;
  response: string | null;
  error: string | null;
}

const COLUMNS = 'd.id, d.type, d.state, d.due_at, d.attempts, d.status, d.error, d.created_at, d.ended_at';
const PIECE = 5_000;
/** With one call; who wants more asks for shorter stretches. */
const MOST_REPLAYED = 100_000;

/** What was sent to webhooks and is sent again, as the console asks for it. */
@Injectable()
export class DeliveryLog {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Newest first, by the ids of the entries, which are in the order of time. */
  async page(workspaceId: number, endpointId: string, page: PageRequest, state?: string): Promise<Page<DeliveryRow>> {
    const values: unknown[] = [workspaceId, endpointId];
    const conditions = ['d.workspace_id = $1', 'd.endpoint_id = $2'];
    const position = page.before ?? page.after;
    const [compare, order] = page.before ? ['>', 'ASC'] : ['<', 'DESC'];
    if (state !== undefined) conditions.push(`d.state = $${values.push(state)}`);
    if (position) conditions.push(`d.id ${compare} $${values.push(position.id)}::uuid`);
    const rows = await this.database.query<DeliveryRow>(
      `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE ${conditions.join(' AND ')}
       ORDER BY d.id ${order} LIMIT $${values.push(page.limit + 1)}`,
      values,
    );
    return toPage(page, rows, ({ id, created_at }) => ({ at: created_at.toISOString(), id }));
  }

  /** @throws UnknownDeliveryError */
  async find(workspaceId: number, endpointId: string, id: string): Promise<DeliveryWithEntry> {
    const found = validate(id) ? await this.database.query<DeliveryWithEntry>(FIND, [workspaceId, endpointId, id]) : [];
    if (!found[0]) throw new UnknownDeliveryError();
    return found[0];
  }

  /** In their order. */
  attempts(workspaceId: number, endpointId: string, id: string): Promise<AttemptRow[]> {
    return this.database.query<AttemptRow>(
      `SELECT number, started_at, milliseconds, status, response, error FROM webhook_attempts
       WHERE workspace_id = $1 AND endpoint_id = $2 AND delivery_id = $3 ORDER BY number`,
      [workspaceId, endpointId, id],
    );
  }

  /** Under the id that it had. @throws UnknownDeliveryError */
  async replay(workspaceId: number, endpointId: string, id: string): Promise<void> {
    await this.find(workspaceId, endpointId, id);
    await this.database.execute(`${AGAIN} AND d.id = $3`, [workspaceId, endpointId, id]);
  }

  /** Everything that failed. @returns how many */
  replayFailed(workspaceId: number, endpointId: string): Promise<number> {
    return this.database.transaction(async () => {
      await this.database.execute(LOCK, [workspaceId, endpointId]);
      let total = 0;
      for (let count = PIECE; count === PIECE && total < MOST_REPLAYED; total += count)
        count = await this.database.execute(REPLAY_FAILED, [workspaceId, endpointId, PIECE]);
      return total;
    });
  }

  /**
   * Every entry of a time that the endpoint wants now, whatever became of it before.
   * @returns how many
   * @throws InvalidInputError when there are too many: then none is replayed
   */
  replayBetween(workspaceId: number, endpointId: string, from: Date, to: Date): Promise<number> {
    return this.database.transaction(async () => {
      await this.database.execute(LOCK, [workspaceId, endpointId]);
      const [bounds] = await this.database.query<{ low: string; high: string }>(BOUNDS, [from, to]);
      let [total, at, id] = [0, bounds?.low, NIL];
      for (let scanned = PIECE; scanned === PIECE;) {
        const values = [workspaceId, endpointId, at, id, PIECE, bounds?.high, from, to];
        const [piece] = await this.database.query<PieceRow>(REPLAY_PIECE, values);
        scanned = piece?.scanned ?? 0;
        total += piece?.replayed ?? 0;
        [at, id] = [piece?.xid ?? at, piece?.id ?? id];
        if (total > MOST_REPLAYED) throw tooMany();
      }
      return total;
    });
  }
}

interface PieceRow extends Record<string, unknown> {
  scanned: number;
  replayed: number;
  xid: string | null;
  id: string | null;
}

const tooMany = () =>
  new InvalidInputError([
    { field: 'from', message: `to to must hold at most ${MOST_REPLAYED} entries for this webhook` },
  ]);

const FIND = `
  SELECT ${COLUMNS}, entry.at, entry.data FROM webhook_deliveries d
  LEFT JOIN LATERAL (${entryOf({ workspace: '$1', xid: 'd.xid', id: 'd.id', type: 'd.type' })}) AS entry ON true
  WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.id = $3`;

/** Two replays lock many of the same rows: one comes after the other. */
const LOCK = `SELECT FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2 FOR UPDATE`;

/** A call that is under way is recorded, but what follows from it is not: the replay comes after it. */
const FRESH = `state = 'pending', due_at = now(), asked_at = now(), tries = 0, ended_at = NULL`;
const AGAIN = `
  UPDATE webhook_deliveries d SET ${FRESH}, claim = d.claim + 1 WHERE d.workspace_id = $1 AND d.endpoint_id = $2`;

const REPLAY_FAILED = `${AGAIN} AND d.id = ANY (ARRAY(
    SELECT f.id FROM webhook_deliveries f
    WHERE f.workspace_id = $1 AND f.endpoint_id = $2 AND f.state = 'failed' ORDER BY f.id LIMIT $3))`;

/**
 * Transactions that can have made entries of that time, by what others made before and after it: times and transactions
 * are in nearly the same order, and no transaction of ours lasts a minute.
 */
const BOUNDS = `
  SELECT
    coalesce((SELECT xid FROM feed_entries WHERE created_at < $1::timestamptz - interval '1 minute' ORDER BY created_at DESC LIMIT 1), '0'::xid8)::text AS low,
    coalesce((SELECT xid FROM feed_entries WHERE created_at > $2::timestamptz + interval '1 minute' ORDER BY created_at LIMIT 1), ${HORIZON})::text AS high`;

const REPLAY_PIECE = `
  WITH stretch AS MATERIALIZED (${stretch({ workspace: '$1', xid: '$3::xid8', id: '$4::uuid', limit: '$5' })}),
  replayed AS (
    INSERT INTO webhook_deliveries AS d (workspace_id, endpoint_id, id, xid, type)
    SELECT $1, $2, s.id, s.xid, s.type
    FROM stretch s JOIN webhook_endpoints e ON e.workspace_id = $1 AND e.id = $2
    WHERE s.xid <= $6::xid8 AND s.at BETWEEN $7 AND $8 AND ${matches('s.type', 'e.types')}
    ORDER BY s.xid, s.id
    ON CONFLICT (workspace_id, endpoint_id, id) DO UPDATE SET ${FRESH}, claim = d.claim + 1
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM stretch WHERE xid <= $6::xid8)::int AS scanned, (SELECT count(*) FROM replayed)::int AS replayed,
    last.xid::text AS xid, last.id
  FROM (SELECT 1) AS one LEFT JOIN (SELECT xid, id FROM stretch ORDER BY xid DESC, id DESC LIMIT 1) AS last ON true`;
