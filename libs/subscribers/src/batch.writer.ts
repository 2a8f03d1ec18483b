import { Inject, Injectable } from '@nestjs/common';
import { ListCounters } from '@dundun/lists';
import { ListSuppressions, OutgoingMail } from '@dundun/messaging';
import { Database, type Statement } from '@dundun/platform/database';
import type { Batch } from './batch.js';
import type { BatchWrites } from './batch-writes.js';
import * as sql from './batch-statements.js';
import { ConsentLedger } from './consent-ledger.js';
import { personKeyText } from './person-keys.js';

/** Writes what a batch has decided: one statement per table, however many commands there were. */
@Injectable()
export class BatchWriter {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ListCounters) private readonly counters: ListCounters,
    @Inject(ListSuppressions) private readonly suppressions: ListSuppressions,
    @Inject(OutgoingMail) private readonly mail: OutgoingMail,
    @Inject(ConsentLedger) private readonly ledger: ConsentLedger,
  ) {}

  async write(batch: Batch, writes: BatchWrites): Promise<void> {
    await this.writeKeys(batch, writes);
    await this.run(sql.KEEP_PEOPLE, [...writes.people.values()]);
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
    // The last one: deliveries wait from there to the commit.
    await this.writeSuppressions(writes);
  }

  private async writeKeys(batch: Batch, writes: BatchWrites): Promise<void> {
    const claims = [...batch.claims.values()];
    const unheld = claims.filter((claim) => !batch.holder(claim));
    await this.run(sql.DROP_KEYS, unheld);
    const passedOn = claims.filter((claim) => claim.holderId !== claim.storedId && batch.holder(claim));
    await this.run(sql.PASS_ON_KEYS, passedOn);
    await this.run(
      sql.RELEASE_KEYS,
      writes.released.filter((key) => !batch.claims.has(personKeyText(key))),
    );
  }

  /** An opt-out belongs to the person: a new address of somebody who left a list is suppressed there too. */
  private async writeSuppressions(writes: BatchWrites): Promise<void> {
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
