import { Inject, Injectable } from '@nestjs/common';
import type { Scalar } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { UidName } from './people.repository.js';
import { personKeyOf, type PeopleSet } from './people-set.js';
import { keysOf, personKeyText, type ClaimedKey, type PersonKey } from './person-keys.js';
import type { Device } from './person-values.js';
import type { Person } from './person.entity.js';

export interface PersonName {
  workspaceId: number;
  personId: string;
}

interface KeyRow extends Record<string, unknown> {
  workspace_id: number;
  kind: PersonKey['kind'];
  value: string;
  person_id: string;
}

interface PersonRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  uid: string;
  uid_updateable: boolean;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  number: string | null;
  tz: string | null;
  is_account: boolean;
  devices: Device[];
  meta: Record<string, Scalar>;
  created_at: Date;
}

const CLAIM = {
  name: 'person-keys-claim',
  text: `
    INSERT INTO person_keys AS key (workspace_id, kind, value, person_id)
    SELECT "workspaceId", kind, value, "proposedId"
    FROM jsonb_to_recordset($1::jsonb) AS claim("workspaceId" int, kind text, value text, "proposedId" uuid)
    ORDER BY 1, 2, 3
    ON CONFLICT (workspace_id, kind, value) DO UPDATE SET person_id = key.person_id
    RETURNING workspace_id, kind, value, person_id`,
};

// The reads below have no name, so that PostgreSQL plans them each time: a plan made for small tables would outlive them.
const LOCK = `
  SELECT p.workspace_id, p.id, p.uid, p.uid_updateable, p.first_name, p.last_name, p.email, p.number, p.tz, p.is_account,
    p.devices, p.meta, p.created_at
  FROM people p
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
  SELECT m.workspace_id, m.uid, m.person_id
  FROM jsonb_to_recordset($1::jsonb) AS asked("workspaceId" int, uid text)
  JOIN merged_uids m ON m.workspace_id = asked."workspaceId" AND m.uid = asked.uid`;

const ACCOUNTS_WITH_MEMBERS = `
  SELECT named."workspaceId" AS workspace_id, named."personId" AS person_id
  FROM jsonb_to_recordset($1::jsonb) AS named("workspaceId" int, "personId" uuid)
  WHERE EXISTS (
    SELECT FROM account_members a WHERE a.workspace_id = named."workspaceId" AND a.account_id = named."personId")`;

/** Carries the SQLSTATE of a serialization failure, so that the group commit runs again. */
class PersonMovedError extends Error {
  readonly code = '40001';
}

/** Locks the keys and people of a group commit: all keys first, then all people, each in the order of their key. */
@Injectable()
export class PeopleLocks {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Locks the rows of these keys, known or not: all who join by the same address or number queue here. */
  async claimKeys(set: PeopleSet, claims: ClaimedKey[]): Promise<void> {
    for (const claim of claims) set.claims.set(personKeyText(claim), claim);
    if (set.claims.size === 0) return;
    const rows = await this.database.query<KeyRow>(CLAIM, [JSON.stringify([...set.claims.values()])]);
    for (const { workspace_id: workspaceId, kind, value, person_id } of rows) {
      const claim = set.claims.get(personKeyText({ workspaceId, kind, value }));
      if (claim) claim.storedId = person_id;
    }
  }

  /**
   * Locks the people with these ids or uids, and all who have a claimed key.
   * @throws an error that runs the group commit again, when the person of a uid was merged during the lock
   */
  async lockPeople(set: PeopleSet, names: PersonName[], uids: UidName[]): Promise<void> {
    const known = [...set.claims.values()].filter(({ storedId, proposedId }) => storedId !== proposedId);
    const holders = known.map(({ workspaceId, storedId }) => ({ workspaceId, personId: storedId }));
    for (const person of await this.lock([...holders, ...names], uids, known)) {
      set.keepPerson(person);
      for (const key of keysOf(person)) set.claims.get(personKeyText(key))?.candidates.add(person.id);
    }
    for (const claim of known) claim.isShared = set.holders(claim).length > 1;
    await this.readAliases(set, uids);
  }

  /** Notes which of these accounts have members. */
  async readMembers(set: PeopleSet, accounts: PersonName[]): Promise<void> {
    if (accounts.length === 0) return;
    const rows = await this.database.query<{ workspace_id: number; person_id: string }>(ACCOUNTS_WITH_MEMBERS, [
      JSON.stringify(accounts),
    ]);
    set.accountsWithMembers = new Set(rows.map((row) => personKeyOf(row.workspace_id, row.person_id)));
  }

  private async lock(names: PersonName[], uids: UidName[], keys: PersonKey[]): Promise<Person[]> {
    if (names.length + uids.length === 0) return [];
    const rows = await this.database.query<PersonRow>(LOCK, [
      JSON.stringify(names.map(({ workspaceId, personId }) => ({ workspaceId, personId }))),
      JSON.stringify(uids.map(({ workspaceId, uid }) => ({ workspaceId, uid }))),
      JSON.stringify(keys.map(({ workspaceId, kind, value }) => ({ workspaceId, kind, value }))),
    ]);
    return rows.map(personOf);
  }

  /** Former uids and handles. Read for every uid, so that one that leads elsewhere takes as long as a person's own. */
  private async readAliases(set: PeopleSet, uids: UidName[]): Promise<void> {
    if (uids.length === 0) return;
    const rows = await this.database.query<{ workspace_id: number; uid: string; person_id: string }>(MERGED_UIDS, [
      JSON.stringify(uids.map(({ workspaceId, uid }) => ({ workspaceId, uid }))),
    ]);
    for (const { workspace_id, uid, person_id } of rows) {
      if (set.personByUid(workspace_id, uid)) continue;
      if (!set.person(workspace_id, person_id)) throw new PersonMovedError('the person of a uid was merged just now');
      set.keepAlias(workspace_id, uid, person_id);
    }
  }
}

const personOf = (row: PersonRow): Person => ({
  workspaceId: row.workspace_id,
  id: row.id,
  uid: row.uid,
  uidUpdateable: row.uid_updateable,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  number: row.number,
  tz: row.tz,
  isAccount: row.is_account,
  devices: row.devices,
  meta: row.meta,
  createdAt: row.created_at,
});
