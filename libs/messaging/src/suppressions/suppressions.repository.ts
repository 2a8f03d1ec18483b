import { Inject, Injectable } from '@nestjs/common';
import { isEmail, isWellFormed, parsePhone, UnknownSuppressionError } from '@dundun/domain';
import { Database, keyset, toPage, type Expiry, type Page, type PageRequest } from '@dundun/platform/database';
import { kept } from '../message/storable.js';
import { suppressionKey } from '../message/suppression-key.js';
import { stopsAll } from './suppressed.statements.js';

/** The reasons for a suppression. */
export const SUPPRESSION_REASONS = ['bounce', 'soft_bounces', 'complaint', 'unsubscribe', 'stop', 'manual'] as const;

/** One reason for a suppression. */
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** An address that the workspace must not write to. */
export interface Suppression {
  workspaceId: number;
  address: string;
  reason: SuppressionReason;
  detail?: string | null;
  messageId?: string | null;
  /** When the person opted out, if known; the report may arrive later. */
  saidAt?: Date | null;
  /** When a STOP stopped everything beside the reason, if one may have. */
  stoppedAt?: Date | null;
}

/** A stored suppression. */
export interface SuppressionRow extends Record<string, unknown> {
  id: string;
  address: string;
  reason: SuppressionReason;
  detail: string | null;
  message_id: string | null;
  /** Whether it stops every message; else those with a list. */
  stops_all: boolean;
  created_at: Date;
}

const AT_ONCE = 1_000;
const SOFT_BOUNCES = 5;
const FORTNIGHT = "interval '14 days'";

/** Older soft bounces no longer count. */
export const softBouncesExpiry: Expiry = { table: 'soft_bounces', column: 'at', after: '14 days' };

/**
 * Keeps the addresses that a workspace must not write to. Every attempt reads them. A reason stays until one comes that stops more. A
 * later reason replaces a STOP, so that START does not lift that reason; the STOP stays beside it as a time, which START clears.
 */
@Injectable()
export class Suppressions {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Adds all or none. @returns how many are new */
  async import(all: Suppression[]): Promise<number> {
    const sorted = all.toSorted((a, b) => (a.address < b.address ? -1 : 1));
    return this.database.transaction(async () => {
      let added = 0;
      for (let at = 0; at < sorted.length; at += AT_ONCE) added += await this.add(sorted.slice(at, at + AT_ONCE));
      return added;
    });
  }

  /** @returns how many are new */
  async add(all: Suppression[]): Promise<number> {
    if (all.length === 0) return 0;
    const rows = all.map((each) => ({
      workspace_id: each.workspaceId,
      address: suppressionKey(each.address),
      reason: each.reason,
      detail: each.detail == null ? null : kept(each.detail, 500),
      message_id: each.messageId,
      said_at: each.saidAt,
      stopped_at: each.stoppedAt,
    }));
    const added = await this.database.query<{ is_new: boolean }>(ADD, [JSON.stringify(rows)]);
    return added.filter(({ is_new }) => is_new).length;
  }

  /** Counts a soft bounce; the fifth within 14 days suppresses the address. */
  async countSoftBounce(workspaceId: number, address: string, messageId: string, detail: string): Promise<void> {
    const key = suppressionKey(address);
    await this.database.execute(SOFT_BOUNCE, [workspaceId, key, messageId]);
    const [row] = await this.database.query<{ count: number }>(COUNT_SOFT, [workspaceId, key]);
    if ((row?.count ?? 0) < SOFT_BOUNCES) return;
    await this.add([{ workspaceId, address, reason: 'soft_bounces', detail, messageId }]);
  }

  /** @throws UnknownSuppressionError */
  async remove(workspaceId: number, address: string): Promise<void> {
    const key = keyOf(address);
    if (!isWellFormed(key)) throw new UnknownSuppressionError();
    const removed = await this.database.execute('DELETE FROM suppressions WHERE workspace_id = $1 AND address = $2', [
      workspaceId,
      key,
    ]);
    if (removed === 0) throw new UnknownSuppressionError();
    await this.database.execute('DELETE FROM soft_bounces WHERE workspace_id = $1 AND address = $2', [
      workspaceId,
      key,
    ]);
  }

  /**
   * Lifts a STOP after the person texted START. Other reasons stay.
   * @param saidAt the time of the START to the second, if known; a delayed START does not lift a later STOP
   */
  async resume(workspaceId: number, number: string, saidAt: Date | null = null): Promise<void> {
    for (const statement of RESUME) await this.database.execute(statement, [workspaceId, number, saidAt]);
  }

  /** Returns the suppressions of these addresses, by suppression key. */
  async of(workspaceId: number, addresses: string[]): Promise<Map<string, SuppressionRow>> {
    if (addresses.length === 0) return new Map();
    const values = [workspaceId, addresses.map(suppressionKey)];
    const rows = await this.database.query<SuppressionRow>(OF, values);
    return new Map(rows.map((row) => [row.address, row]));
  }

  async page(
    workspaceId: number,
    { reason, address }: { reason?: SuppressionReason; address?: string },
    page: PageRequest,
  ): Promise<Page<SuppressionRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'created_at', 'id', 4);
    const only = '($2::text IS NULL OR reason = $2) AND ($3::text IS NULL OR address = $3)';
    const rows = await this.database.query<SuppressionRow>(
      `${SELECT} WHERE workspace_id = $1 AND ${only} AND ${where} ${orderAndLimit}`,
      [workspaceId, reason ?? null, address === undefined ? null : keyOf(address), ...values],
    );
    return toPage(page, rows, ({ created_at, id }) => ({ at: created_at.toISOString(), id }));
  }
}

/** Returns the suppression key of an address or number as a user typed it. */
export const keyOf = (address: string): string =>
  isEmail(address) ? suppressionKey(address) : (parsePhone(address) ?? address);

const SELECT = `SELECT id, address, reason, detail, message_id, ${stopsAll} AS stops_all, created_at FROM suppressions s`;

/** By key, one after the other: `address = ANY` may read all of a workspace that the statistics do not know. */
const OF = `
  SELECT s.* FROM (SELECT $1::int AS workspace_id, unnest($2::text[]) AS address OFFSET 0) AS asked
  CROSS JOIN LATERAL (
    ${SELECT} WHERE s.workspace_id = asked.workspace_id AND s.address = asked.address LIMIT 1) AS s`;

/** Whether a new reason takes the place of the stored one: a later STOP that of a STOP, and what stops more that of what stops less. */
const REPLACES = `CASE s.reason
  WHEN 'stop' THEN excluded.reason NOT IN ('stop', 'unsubscribe') OR excluded.reason = 'stop' AND excluded.created_at > s.created_at
  WHEN 'complaint' THEN excluded.reason IN ('bounce', 'soft_bounces', 'manual')
  WHEN 'unsubscribe' THEN excluded.reason IN ('bounce', 'soft_bounces', 'manual', 'complaint')
  ELSE false END`;

const RESUME = [
  `DELETE FROM suppressions WHERE workspace_id = $1 AND address = $2 AND reason = 'stop'
     AND ($3::timestamptz IS NULL OR date_trunc('second', created_at) <= $3)`,
  `UPDATE suppressions SET stopped_at = NULL WHERE workspace_id = $1 AND address = $2 AND reason <> 'stop'
     AND ($3::timestamptz IS NULL OR date_trunc('second', stopped_at) <= $3)`,
];

/** Of several reasons for one address at once, the first of these wins: one for all, then a complaint, which START does not lift. */
const STRENGTH = `array_position('{bounce,manual,soft_bounces,complaint,stop,unsubscribe}'::text[], reason)`;

/** When a row was stopped by a STOP, as its reason or beside it. */
const stoppedAt = (row: string) => `CASE WHEN ${row}.reason = 'stop' THEN ${row}.created_at ELSE ${row}.stopped_at END`;

const ADD = {
  name: 'suppressions-add',
  text: `
    WITH given AS (
      SELECT workspace_id, address, reason, detail, message_id, place,
        least(coalesce(said_at, now()), now()) AS created_at,
        CASE WHEN stopped_at IS NOT NULL THEN least(stopped_at, now()) END AS stopped_at
      FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (
        workspace_id int, address text, reason text, detail text, message_id uuid, said_at timestamptz, stopped_at timestamptz
      )) WITH ORDINALITY AS all_of_them(workspace_id, address, reason, detail, message_id, said_at, stopped_at, place))
    INSERT INTO suppressions AS s (workspace_id, address, reason, detail, message_id, created_at, stopped_at)
    SELECT DISTINCT ON (workspace_id, address) workspace_id, address, reason, detail, message_id, created_at,
      CASE WHEN reason <> 'stop' THEN max(${stoppedAt('given')}) OVER (PARTITION BY workspace_id, address) END
    FROM given
    ORDER BY workspace_id, address, ${STRENGTH}, CASE reason WHEN 'stop' THEN created_at END DESC, place
    ON CONFLICT (workspace_id, address) DO UPDATE SET
      reason = CASE WHEN ${REPLACES} THEN excluded.reason ELSE s.reason END,
      detail = CASE WHEN ${REPLACES} THEN excluded.detail ELSE s.detail END,
      message_id = CASE WHEN ${REPLACES} THEN excluded.message_id ELSE s.message_id END,
      created_at = CASE WHEN s.reason = 'stop' AND excluded.reason = 'stop' THEN excluded.created_at ELSE s.created_at END,
      stopped_at = CASE WHEN s.reason <> 'stop' OR excluded.reason <> 'stop'
        THEN greatest(${stoppedAt('s')}, ${stoppedAt('excluded')}) END
    WHERE ${REPLACES} OR s.reason IN ('complaint', 'unsubscribe') AND ${stoppedAt('excluded')} IS NOT NULL
    RETURNING xmax = 0 AS is_new`,
};

const SOFT_BOUNCE = `
  INSERT INTO soft_bounces (workspace_id, address, message_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;

const COUNT_SOFT = `
  SELECT count(*)::int AS count FROM soft_bounces
  WHERE workspace_id = $1 AND address = $2 AND at > now() - ${FORTNIGHT}`;
