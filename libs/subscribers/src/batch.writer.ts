import { Inject, Injectable } from '@nestjs/common';
import { ListCounters } from '@dundun/lists';
import { ListSuppressions, OutgoingMail } from '@dundun/messaging';
import { Database, sqlState, type Statement } from '@dundun/platform/database';
import { AttributeNames } from './attribute-names.js';
import type { Batch } from './batch.js';
import type { BatchWrites } from './batch-writes.js';
import * as sql from './batch-statements.js';
import { ConsentLedger } from './consent-ledger.js';
import type { Person } from './person.entity.js';
import { personKeyText, type ClaimedKey } from './person-keys.js';

const TAKEN = '23505';

/** Carries the SQLSTATE of a serialization failure, which makes the group commit run the batch again. */
class UidWasMadeError extends Error {
  readonly code = '40001';
}

/** Writes what a batch has decided: one statement per table, however many commands there were; the suppressions at the end. */
@Injectable()
export class BatchWriter {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ListCounters) private readonly counters: ListCounters,
    @Inject(ListSuppressions) private readonly suppressions: ListSuppressions,
    @Inject(OutgoingMail) private readonly mail: OutgoingMail,
    @Inject(ConsentLedger) private readonly ledger: ConsentLedger,
    @Inject(AttributeNames) private readonly attributes: AttributeNames,
  ) {}

  async write(batch: Batch, writes: BatchWrites): Promise<void> {
    await this.writeKeys(batch, writes);
    await this.writePeople(writes);
    await this.writeMembers(writes);
    await this.attributes.register(writes.attributes);
    await this.run(sql.FORGET_MEMBERSHIPS, [...writes.removed.values()]);
    await this.run(sql.KEEP_MEMBERSHIPS, [...writes.memberships.values()]);
    await this.ledger.add(writes.consents);
    await this.run(sql.ADD_CONFIRMATIONS, writes.confirmations);
    await this.run(
      sql.USE_CONFIRMATIONS,
      writes.usedTokens.map((tokenHash) => ({ tokenHash })),
    );
    await this.mail.queue(writes.mails);
    await this.counters.add(writes.deltas);
  }

  private async writeKeys(batch: Batch, writes: BatchWrites): Promise<void> {
    const claims = [...batch.claims.values()].map((claim) => ({ claim, holders: batch.holders(claim) }));
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
    // Whoever is found by the key from now on may have shared it, with somebody who was gone before we could see it.
    await this.writeSharers(
      claims.filter(({ claim, holders }) => claim.isShared || holders.length > 1 || holders[0]?.id !== claim.storedId),
    );
    const released = writes.released.filter((key) => !batch.claims.has(personKeyText(key)));
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

  private async writePeople(writes: BatchWrites): Promise<void> {
    try {
      await this.run(sql.KEEP_PEOPLE, [...writes.people.values()]);
    } catch (error) {
      if (sqlState(error) !== TAKEN) throw error;
      throw new UidWasMadeError('somebody made a person of the same uid', { cause: error });
    }
    await this.run(sql.KEEP_ALIASES, writes.renamed);
  }

  private async writeMembers(writes: BatchWrites): Promise<void> {
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

  /** An opt-out belongs to the person: a new address of somebody who left a list is suppressed there too. */
  async writeSuppressions(writes: BatchWrites): Promise<void> {
    const moved = [...writes.moved.values()].map(({ workspaceId, id }) => ({ workspaceId, id }));
    const left =
      moved.length > 0 ? await this.database.query<sql.LeftList>(sql.LISTS_LEFT, [JSON.stringify(moved)]) : [];
    const addresses = left.flatMap(({ workspaceId, listId, email, number }) =>
      [email, number].flatMap((address) => (address === null ? [] : [{ workspaceId, listId, address }])),
    );
    await this.suppressions.remove(writes.suppressed(false));
    await this.suppressions.add([...writes.suppressed(true), ...addresses]);
  }

  private async run(statement: Statement, rows: object[]): Promise<void> {
    if (rows.length > 0) await this.database.execute(statement, [JSON.stringify(rows)]);
  }
}
