import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, UnknownWebhookDeliveryError, type JsonObject } from '@dundun/domain';
import { Database, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import { entryOf, NIL } from '../feed/feed.statements.js';
import { AGAIN, BOUNDS, COUNT_FAILED, COUNT_PIECE, LOCK, REPLAY_FAILED, REPLAY_PIECE } from './replay.statements.js';

/** A delivery as the console shows it. */
export interface WebhookDeliveryRow extends Record<string, unknown> {
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

/** A delivery with its entry; `at` is null once the entry is deleted. */
export interface WebhookDeliveryWithEntry extends WebhookDeliveryRow {
  at: Date | null;
  data: JsonObject;
}

/** One call of a delivery. */
export interface WebhookAttemptRow extends Record<string, unknown> {
  number: number;
  started_at: Date;
  milliseconds: number | null;
  status: number | null;
  response: string | null;
  error: string | null;
}

const COLUMNS = 'd.id, d.type, d.state, d.due_at, d.attempts, d.status, d.error, d.created_at, d.ended_at';
const PIECE = 5_000;

/** The deliveries of webhooks for the console: reading and replaying. */
@Injectable()
export class WebhookDeliveryLog {
  /** Limits of one replay call. */
  readonly most = { replayed: 100_000, scanned: 1_000_000 };

  constructor(@Inject(Database) private readonly database: Database) {}

  /** Pages through the deliveries, the newest first by the id of the entry, which is ordered by time. */
  async page(
    workspaceId: number,
    endpointId: string,
    page: PageRequest,
    state?: string,
  ): Promise<Page<WebhookDeliveryRow>> {
    const values: unknown[] = [workspaceId, endpointId];
    const conditions = ['d.workspace_id = $1', 'd.endpoint_id = $2'];
    const position = page.before ?? page.after;
    const [compare, order] = page.before ? ['>', 'ASC'] : ['<', 'DESC'];
    if (state !== undefined) conditions.push(`d.state = $${values.push(state)}`);
    if (position) conditions.push(`d.id ${compare} $${values.push(position.id)}::uuid`);
    const rows = await this.database.query<WebhookDeliveryRow>(
      `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE ${conditions.join(' AND ')}
       ORDER BY d.id ${order} LIMIT $${values.push(page.limit + 1)}`,
      values,
    );
    return toPage(page, rows, ({ id, created_at }) => ({ at: created_at.toISOString(), id }));
  }

  /** @throws UnknownWebhookDeliveryError */
  async find(workspaceId: number, endpointId: string, id: string): Promise<WebhookDeliveryWithEntry> {
    const found = validate(id)
      ? await this.database.query<WebhookDeliveryWithEntry>(FIND, [workspaceId, endpointId, id])
      : [];
    if (!found[0]) throw new UnknownWebhookDeliveryError();
    return found[0];
  }

  /** Returns the calls of a delivery in order. */
  attempts(workspaceId: number, endpointId: string, id: string): Promise<WebhookAttemptRow[]> {
    return this.database.query<WebhookAttemptRow>(
      `SELECT number, started_at, milliseconds, status, response, error FROM webhook_attempts
       WHERE workspace_id = $1 AND endpoint_id = $2 AND delivery_id = $3 ORDER BY number`,
      [workspaceId, endpointId, id],
    );
  }

  /** Sends a delivery again under its id. @throws UnknownWebhookDeliveryError */
  async replay(workspaceId: number, endpointId: string, id: string): Promise<void> {
    await this.find(workspaceId, endpointId, id);
    await this.database.execute(`${AGAIN} AND d.id = $3`, [workspaceId, endpointId, id]);
  }

  /** Sends all failed deliveries again. @returns their number */
  async replayFailed(workspaceId: number, endpointId: string): Promise<number> {
    let [total, after] = [0, NIL];
    for (let count = PIECE; count === PIECE && total < this.most.replayed; total += count) {
      const [piece] = await this.again<FailedPiece>(REPLAY_FAILED, [workspaceId, endpointId, after, PIECE]);
      [count, after] = [piece?.count ?? 0, piece?.last ?? after];
    }
    return total;
  }

  /**
   * Sends every entry of a time range that matches the endpoint's current types, sent before or not.
   * @returns their number
   * @throws InvalidInputError when there are too many; none is replayed then
   */
  async replayBetween(workspaceId: number, endpointId: string, from: Date, to: Date): Promise<number> {
    const time = await this.timeOf(workspaceId, endpointId, from, to);
    await this.countOf(time);
    let replayed = 0;
    for await (const piece of this.pieces(time, (values) => this.again<TimePiece>(REPLAY_PIECE, values)))
      replayed += piece.wanted;
    return replayed;
  }

  /** Counts the entries that a replay of a time range would send. @throws InvalidInputError when there are too many */
  async countBetween(workspaceId: number, endpointId: string, from: Date, to: Date): Promise<number> {
    return this.countOf(await this.timeOf(workspaceId, endpointId, from, to));
  }

  /** Counts the failed deliveries, up to the most that one replay sends. */
  async countFailed(workspaceId: number, endpointId: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(COUNT_FAILED, [
      workspaceId,
      endpointId,
      this.most.replayed,
    ]);
    return row?.count ?? 0;
  }

  private async timeOf(workspaceId: number, endpointId: string, from: Date, to: Date): Promise<unknown[]> {
    const [bounds] = await this.database.query<Bounds>(BOUNDS, [from, to]);
    return [workspaceId, endpointId, bounds?.low, NIL, PIECE, bounds?.high, from, to];
  }

  private async countOf(time: unknown[]): Promise<number> {
    let [wanted, scanned] = [0, 0];
    for await (const piece of this.pieces(time, (values) => this.database.query<TimePiece>(COUNT_PIECE, values))) {
      wanted += piece.wanted;
      scanned += piece.scanned;
      if (wanted > this.most.replayed || scanned > this.most.scanned) throw tooMany(this.most);
    }
    return wanted;
  }

  private async *pieces(
    [workspaceId, endpointId, low, nil, ...rest]: unknown[],
    look: (values: unknown[]) => Promise<TimePiece[]>,
  ): AsyncGenerator<TimePiece> {
    let [xid, id] = [low, nil];
    for (let scanned = PIECE; scanned === PIECE;) {
      const [piece] = (await look([workspaceId, endpointId, xid, id, ...rest])) as [TimePiece];
      yield piece;
      ({ scanned } = piece);
      [xid, id] = [piece.xid ?? xid, piece.id ?? id];
    }
  }

  /** Runs one idempotent piece in a transaction of its own: a long transaction would hold back the feeds of all workspaces. */
  private again<T extends Record<string, unknown>>(statement: string, values: unknown[]): Promise<T[]> {
    return this.database.transaction(async () => {
      await this.database.execute(LOCK, values.slice(0, 2));
      return this.database.query<T>(statement, values);
    });
  }
}

interface Bounds extends Record<string, unknown> {
  low: string;
  high: string;
}

interface FailedPiece extends Record<string, unknown> {
  count: number;
  last: string | null;
}

interface TimePiece extends Record<string, unknown> {
  scanned: number;
  wanted: number;
  xid: string | null;
  id: string | null;
}

const tooMany = ({ replayed, scanned }: WebhookDeliveryLog['most']) =>
  new InvalidInputError([
    {
      field: 'from',
      message: `and to must span at most ${replayed} entries for this webhook and ${scanned} of all types: choose a shorter range`,
    },
  ]);

const FIND = `
  SELECT ${COLUMNS}, entry.at, entry.data FROM webhook_deliveries d
  LEFT JOIN LATERAL (${entryOf({ workspace: '$1', xid: 'd.xid', id: 'd.id', type: 'd.type' })}) AS entry ON true
  WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.id = $3`;
