import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { addressKeyOf, type Confirmation, type Membership } from './membership-set.js';

export type MembershipName = Pick<Membership, 'workspaceId' | 'listId' | 'personId'>;
type Row<T> = T & Record<string, unknown>;

const MEMBERSHIPS = `
  SELECT m.workspace_id AS "workspaceId", m.list_id AS "listId", m.person_id AS "personId", m.status,
    m.confirmed_at IS NOT NULL AS "everConfirmed"
  FROM jsonb_to_recordset($1::jsonb) AS named("workspaceId" int, "listId" uuid, "personId" uuid)
  JOIN memberships m
    ON m.workspace_id = named."workspaceId" AND m.list_id = named."listId" AND m.person_id = named."personId"`;

const CONFIRMATIONS = `
  SELECT encode(token_hash, 'hex') AS "tokenHash", workspace_id AS "workspaceId", list_id AS "listId",
    person_id AS "personId", address, used_at IS NULL AND expires_at > now() AS "isLive"
  FROM confirmations WHERE token_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)`;

const MAILS_TODAY = `
  SELECT c.workspace_id AS "workspaceId", c.address, count(*)::int AS mails
  FROM (SELECT DISTINCT "workspaceId", address FROM jsonb_to_recordset($1::jsonb) AS asked("workspaceId" int, address text)) asked
  JOIN confirmations c ON c.workspace_id = asked."workspaceId" AND c.address = asked.address
  WHERE c.sent AND c.requested_at >= date_trunc('day', now(), 'UTC')
  GROUP BY 1, 2`;

/** The memberships and confirmations that a group commit is about. */
@Injectable()
export class MembershipSetRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  async memberships(names: MembershipName[]): Promise<Membership[]> {
    if (names.length === 0) return [];
    const named = names.map(({ workspaceId, listId, personId }) => ({ workspaceId, listId, personId }));
    return this.database.query<Row<Membership>>(MEMBERSHIPS, [JSON.stringify(named)]);
  }

  async confirmations(tokenHashes: string[]): Promise<Map<string, Confirmation>> {
    if (tokenHashes.length === 0) return new Map();
    const rows = await this.database.query<Row<Confirmation>>(CONFIRMATIONS, [tokenHashes]);
    return new Map(rows.map((row) => [row.tokenHash, row]));
  }

  /** How many confirmation mails each address was sent this UTC day, on all lists together. */
  async mailsToday(addresses: { workspaceId: number; address: string }[]): Promise<Map<string, number>> {
    if (addresses.length === 0) return new Map();
    const rows = await this.database.query<{ workspaceId: number; address: string; mails: number }>(MAILS_TODAY, [
      JSON.stringify(addresses),
    ]);
    return new Map(rows.map((row) => [addressKeyOf(row.workspaceId, row.address), row.mails]));
  }
}
