import { Inject, Injectable } from '@nestjs/common';
import { Database, keyset, newId, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import type { AuditedThing, Changes } from './audited-thing.js';

/** Kinds of actors: a member in the console, a server with key and secret, or the service itself. */
type AuditActor = 'member' | 'key' | 'system';

/** A change to record. */
export interface AuditRecord {
  workspaceId: number;
  actor: AuditActor;
  actorId: string | null;
  operation: string;
  thing: string;
  thingId: string | null;
  thingName: string | null;
  changes: Changes;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
}

/** A recorded change. */
export interface AuditRow extends Record<string, unknown> {
  id: string;
  at: Date;
  actor: AuditActor;
  actor_id: string | null;
  actor_name: string | null;
  operation: string;
  thing: string;
  thing_id: string | null;
  thing_name: string | null;
  changes: Changes;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
}

/** Which changes to show. */
export interface AuditFilter {
  actor?: AuditActor;
  actorId?: string;
  thing?: string;
  thingId?: string;
  operation?: string;
  from?: Date;
  to?: Date;
}

const UNIQUE_IDS = new Set(['id', 'domain_id']);
/** The class of advisory locks that changes of one thing take in turn, so that the values before are exact. */
const LOCK = 1_818_583_415;

/** The log of changes. */
@Injectable()
export class AuditLog {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Lets one change of a thing run at a time, until the end of the transaction. */
  async takeTurn(workspaceId: number, thing: string, id: string): Promise<void> {
    await this.database.execute('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      LOCK,
      `${workspaceId} ${thing} ${id}`,
    ]);
  }

  /** Reads the recorded columns of a thing. @returns null if it does not exist */
  async snapshot(workspaceId: number, thing: AuditedThing, id?: string): Promise<Record<string, unknown> | null> {
    const { table, key = 'id', columns = [], hidden = [], title, order } = thing;
    const isOne = key === 'workspace_id' || table === 'workspaces';
    if (table === undefined || (!isOne && (id === undefined || (UNIQUE_IDS.has(key) && !validate(id))))) return null;
    const names = [...new Set([...columns, ...hidden, ...(title ? [title] : [])])];
    const where =
      table === 'workspaces' ? 'id = $1' : isOne ? 'workspace_id = $1' : `workspace_id = $1 AND ${key} = $2`;
    const rows = await this.database.query<Record<string, unknown>>(
      `SELECT ${names.join(', ')} FROM ${table} WHERE ${where} ${order ? `ORDER BY ${order}` : ''}`,
      isOne ? [workspaceId] : [workspaceId, id],
    );
    if (order === undefined || rows.length === 0) return rows[0] ?? null;
    return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
  }

  /** Records a change, with the present name of who made it. Joins the open transaction. */
  async add(record: AuditRecord): Promise<void> {
    const { workspaceId, actor, actorId, operation, thing, thingId, thingName, changes, ip, userAgent } = record;
    await this.database.execute(ADD, [
      workspaceId,
      newId(),
      actor,
      actorId,
      operation,
      thing,
      thingId,
      thingName,
      JSON.stringify(changes),
      ip || null,
      userAgent,
      record.requestId,
    ]);
  }

  /** Pages through the changes, the newest first. */
  async page(workspaceId: number, filter: AuditFilter, page: PageRequest): Promise<Page<AuditRow>> {
    const values: unknown[] = [workspaceId];
    const conditions = ['workspace_id = $1'];
    const where = (condition: string, value: unknown) => {
      if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
    };
    where('actor =', filter.actor);
    where('actor_id =', filter.actorId);
    where('thing =', filter.thing);
    where('thing_id =', filter.thingId);
    where('operation =', filter.operation);
    where('at >=', filter.from);
    where('at <=', filter.to);
    const part = keyset(page, 'at', 'id', values.length + 1);
    const rows = await this.database.query<AuditRow>(
      `SELECT id, at, actor, actor_id, actor_name, operation, thing, thing_id, thing_name, changes, host(ip) AS ip,
              user_agent, request_id
       FROM audit_log WHERE ${conditions.join(' AND ')} AND ${part.where} ${part.orderAndLimit}`,
      [...values, ...part.values],
    );
    return toPage(page, rows, ({ at, id }) => ({ at: at.toISOString(), id }));
  }
}

const ADD = {
  name: 'add-audit-record',
  text: `
    INSERT INTO audit_log (workspace_id, id, actor, actor_id, actor_name, operation, thing, thing_id, thing_name, changes,
                           ip, user_agent, request_id)
    VALUES ($1, $2, $3, $4::uuid, CASE $3::text
        WHEN 'member' THEN (SELECT coalesce(nullif(name, ''), email) FROM members WHERE workspace_id = $1 AND id = $4::uuid)
        WHEN 'key' THEN (SELECT name FROM api_keys WHERE workspace_id = $1 AND id = $4::uuid)
      END, $5, $6, $7, $8, $9::jsonb, $10::inet, $11, $12)`,
};
