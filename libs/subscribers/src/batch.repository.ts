import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { addressKeyOf, personKeyOf, type Confirmation, type Membership } from './batch.js';
import type { UidName } from './people.service.js';
import { PERSON_COLUMNS } from './person-columns.js';
import type { PersonKey } from './person-keys.js';
import type { Person } from './person.entity.js';

export type MembershipName = Pick<Membership, 'workspaceId' | 'listId' | 'personId'>;
type Row<T> = T & Record<string, unknown>;

const CLAIM = {
  name: 'person-keys-claim',
  text: `
    INSERT INTO person_keys AS key (workspace_id, kind, value, person_id)
    SELECT "workspaceId", kind, value, "proposedId"
    FROM jsonb_to_recordset($1::jsonb) AS claim("workspaceId" int, kind text, value text, "proposedId" uuid)
    ORDER BY 1, 2, 3
    ON CONFLICT (workspace_id, kind, value) DO UPDATE SET person_id = key.person_id
    RETURNING workspace_id AS "workspaceId", kind, value, person_id AS "personId"`,
};

// These reads are planned anew each time: a plan made while the tables were small would stay when they are not.
const LOCK_PEOPLE = `
  SELECT ${PERSON_COLUMNS} FROM people p
  WHERE (p.workspace_id, p.id) IN (
    SELECT "workspaceId", "personId" FROM jsonb_to_recordset($1::jsonb) AS named("workspaceId" int, "personId" uuid)
    UNION
    SELECT q.workspace_id, q.id FROM jsonb_to_recordset($2::jsonb) AS asked("workspaceId" int, uid text)
    JOIN people q ON q.workspace_id = asked."workspaceId" AND q.uid = asked.uid
    UNION
    SELECT m.workspace_id, m.person_id FROM jsonb_to_recordset($2::jsonb) AS asked("workspaceId" int, uid text)
    JOIN merged_uids m ON m.workspace_id = asked."workspaceId" AND m.uid = asked.uid
    UNION
    SELECT s.workspace_id, s.person_id
    FROM jsonb_to_recordset($3::jsonb) AS claim("workspaceId" int, kind text, value text)
    JOIN shared_keys s ON s.workspace_id = claim."workspaceId" AND s.kind = claim.kind AND s.value = claim.value)
  ORDER BY p.workspace_id, p.id
  FOR UPDATE OF p`;

const MERGED_UIDS = `
  SELECT m.workspace_id AS "workspaceId", m.uid, m.person_id AS "personId"
  FROM jsonb_to_recordset($1::jsonb) AS asked("workspaceId" int, uid text)
  JOIN merged_uids m ON m.workspace_id = asked."workspaceId" AND m.uid = asked.uid`;

const MEMBERSHIPS = `
  SELECT m.workspace_id AS "workspaceId", m.list_id AS "listId", m.person_id AS "personId", m.status,
    m.confirmed_at IS NOT NULL AS "everConfirmed"
  FROM jsonb_to_recordset($1::jsonb) AS named("workspaceId" int, "listId" uuid, "personId" uuid)
  JOIN memberships m
    ON m.workspace_id = named."workspaceId" AND m.list_id = named."listId" AND m.person_id = named."personId"`;

const ACCOUNTS_WITH_MEMBERS = `
  SELECT named."workspaceId", named."personId"
  FROM jsonb_to_recordset($1::jsonb) AS named("workspaceId" int, "personId" uuid)
  WHERE EXISTS (
    SELECT FROM account_members a WHERE a.workspace_id = named."workspaceId" AND a.account_id = named."personId")`;

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

/** What a batch reads and locks. */
@Injectable()
export class BatchRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Takes hold of the rows of all these keys; a key that nobody has gets a row with the proposed person. */
  async claim(keys: (PersonKey & { proposedId: string })[]): Promise<(PersonKey & { personId: string })[]> {
    if (keys.length === 0) return [];
    return this.database.query<Row<PersonKey & { personId: string }>>(CLAIM, [JSON.stringify(keys)]);
  }

  /** The people with these ids or uids, or who share one of these keys, held until the transaction ends. */
  async lockPeople(
    ids: { workspaceId: number; personId: string }[],
    uids: UidName[],
    keys: PersonKey[],
  ): Promise<Person[]> {
    if (ids.length + uids.length === 0) return [];
    return this.database.query<Row<Person>>(LOCK_PEOPLE, [
      JSON.stringify(ids.map(({ workspaceId, personId }) => ({ workspaceId, personId }))),
      JSON.stringify(uids.map(({ workspaceId, uid }) => ({ workspaceId, uid }))),
      JSON.stringify(keys.map(({ workspaceId, kind, value }) => ({ workspaceId, kind, value }))),
    ]);
  }

  /** Where uids lead whose people have another one now. */
  async mergedUids(uids: UidName[]): Promise<(UidName & { personId: string })[]> {
    if (uids.length === 0) return [];
    return this.database.query<Row<UidName & { personId: string }>>(MERGED_UIDS, [JSON.stringify(uids)]);
  }

  async memberships(names: MembershipName[]): Promise<Membership[]> {
    if (names.length === 0) return [];
    const named = names.map(({ workspaceId, listId, personId }) => ({ workspaceId, listId, personId }));
    return this.database.query<Row<Membership>>(MEMBERSHIPS, [JSON.stringify(named)]);
  }

  /** By personKeyOf. */
  async accountsWithMembers(accounts: { workspaceId: number; personId: string }[]): Promise<Set<string>> {
    if (accounts.length === 0) return new Set();
    const rows = await this.database.query<{ workspaceId: number; personId: string }>(ACCOUNTS_WITH_MEMBERS, [
      JSON.stringify(accounts),
    ]);
    return new Set(rows.map(({ workspaceId, personId }) => personKeyOf(workspaceId, personId)));
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
