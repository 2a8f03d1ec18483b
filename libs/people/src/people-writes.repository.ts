import { Inject, Injectable } from '@nestjs/common';
import { Database, sqlState, type Statement } from '@dundun/platform/database';
import { AttributeNames } from './attribute-names.repository.js';
import type { PeopleSet } from './people-set.js';
import type { PeopleWrites } from './people-writes.js';
import * as sql from './people-writes.statements.js';
import { personKeyText, type ClaimedKey } from './person-keys.js';
import type { Person } from './person.entity.js';

const TAKEN = '23505';

/** Carries the SQLSTATE of a serialization failure, so that the group commit runs again. */
class UidWasMadeError extends Error {
  readonly code = '40001';
}

/** Writes what a group commit has decided about people: one statement per table, however many commands there were. */
@Injectable()
export class PeopleWriter {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AttributeNames) private readonly attributes: AttributeNames,
  ) {}

  async write(set: PeopleSet, writes: PeopleWrites): Promise<void> {
    await this.writeKeys(set, writes);
    await this.writePeople(writes);
    await this.writeMembers(writes);
    await this.attributes.register(writes.attributes);
  }

  private async writeKeys(set: PeopleSet, writes: PeopleWrites): Promise<void> {
    const claims = [...set.claims.values()].map((claim) => ({ claim, holders: set.holders(claim) }));
    const rows = claims.map(({ claim: { workspaceId, kind, value, storedId }, holders: [holder] }) => ({
      ...{ workspaceId, kind, value, storedId },
      holderId: holder?.id,
    }));
    await this.run(
      sql.DROP_KEYS,
      rows.filter(({ holderId }) => holderId === undefined),
    );
    await this.run(
      sql.PASS_ON_KEYS,
      rows.filter(({ holderId, storedId }) => holderId !== undefined && holderId !== storedId),
    );
    // The new holder of a key may have shared it with a person who was removed before this commit could see it.
    await this.writeSharers(
      claims.filter(({ claim, holders }) => claim.isShared || holders.length > 1 || holders[0]?.id !== claim.storedId),
    );
    const released = writes.released.filter((key) => !set.claims.has(personKeyText(key)));
    await this.run(sql.UNSHARE_KEYS, released);
    await this.run(sql.RELEASE_KEYS, released);
  }

  private async writeSharers(claims: { claim: ClaimedKey; holders: Person[] }[]): Promise<void> {
    const keys = claims.map(({ claim: { workspaceId, kind, value }, holders }) => ({
      key: { workspaceId, kind, value },
      sharers: holders.slice(1),
    }));
    await this.run(
      sql.FORGET_SHARERS,
      keys.map(({ key }) => key),
    );
    await this.run(
      sql.KEEP_SHARERS,
      keys.flatMap(({ key, sharers }) => sharers.map(({ id: personId }) => ({ ...key, personId }))),
    );
  }

  private async writePeople(writes: PeopleWrites): Promise<void> {
    try {
      await this.run(sql.KEEP_PEOPLE, [...writes.people.values()], writes.isEven);
    } catch (error) {
      if (sqlState(error) !== TAKEN) throw error;
      throw new UidWasMadeError('another transaction created a person with the same uid', { cause: error });
    }
    await this.run(sql.KEEP_ALIASES, writes.renamed, writes.isEven);
  }

  private async writeMembers(writes: PeopleWrites): Promise<void> {
    await this.run(sql.REMOVE_MEMBERS, [...writes.leaving.values()]);
    const members = [...writes.members.values()];
    await this.run(
      sql.ADD_MEMBERS,
      members.filter(({ role }) => role === undefined),
    );
    await this.run(
      sql.KEEP_MEMBERS,
      members.filter(({ role }) => role !== undefined),
    );
  }

  private async run(statement: Statement, rows: object[], isAlways = false): Promise<void> {
    if (rows.length > 0 || isAlways) await this.database.execute(statement, [JSON.stringify(rows)]);
  }
}
