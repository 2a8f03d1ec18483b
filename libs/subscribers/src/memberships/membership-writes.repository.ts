import { Inject, Injectable } from '@nestjs/common';
import { ListCounters } from '@dundun/lists';
import { ListSuppressions, OutgoingMail } from '@dundun/messaging';
import { PeopleWriter, TrackingRefusals } from '@dundun/people';
import { Database, type Statement } from '@dundun/platform/database';
import type { Consent } from '../consents/consent.js';
import { ConsentLedger } from '../consents/consent-ledger.repository.js';
import type { MembershipSet } from './membership-set.js';
import type { MembershipWrites } from './membership-writes.js';
import * as sql from './membership-writes.statements.js';

/** Writes what a group commit has decided: one statement per table, however many commands there were; suppressions last. */
@Injectable()
export class MembershipWriter {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(PeopleWriter) private readonly people: PeopleWriter,
    @Inject(ListCounters) private readonly counters: ListCounters,
    @Inject(ListSuppressions) private readonly suppressions: ListSuppressions,
    @Inject(OutgoingMail) private readonly mail: OutgoingMail,
    @Inject(ConsentLedger) private readonly ledger: ConsentLedger,
    @Inject(TrackingRefusals) private readonly refusals: TrackingRefusals,
  ) {}

  /** @param turn is awaited before the counters, which other transactions of this process need too */
  async write(set: MembershipSet, writes: MembershipWrites, turn?: () => Promise<void>): Promise<void> {
    await this.people.write(set, writes);
    await this.run(sql.FORGET_MEMBERSHIPS, [...writes.removed.values()]);
    await this.run(sql.KEEP_MEMBERSHIPS, [...writes.memberships.values()], writes.isEven);
    await this.ledger.add([...writes.consents, ...(await this.trackingChanges(writes))], writes.isEven);
    await this.run(sql.ADD_CONFIRMATIONS, writes.confirmations);
    await this.run(
      sql.USE_CONFIRMATIONS,
      writes.usedTokens.map((tokenHash) => ({ tokenHash })),
    );
    await this.mail.queue(writes.mails);
    await turn?.();
    await this.counters.add(writes.deltas, writes.isEven);
  }

  /** Stores who refuses tracking. @returns the entries of those to whom it is new */
  private async trackingChanges({ tracking }: MembershipWrites): Promise<Consent[]> {
    const changed = await this.refusals.changeAll([...tracking.values()]);
    return [...tracking.values()].flatMap(({ workspaceId, personId, isRefused, address, evidence }): Consent[] => {
      const action = isRefused ? 'tracking_refused' : 'tracking_allowed';
      return changed.has(personId) ? [{ workspaceId, listId: null, personId, action, address, evidence }] : [];
    });
  }

  /** An opt-out belongs to the person: a new address of a person who left a list is suppressed there too. */
  async writeSuppressions(writes: MembershipWrites): Promise<void> {
    const moved = [...writes.moved.values()].map(({ workspaceId, id }) => ({ workspaceId, id }));
    const left =
      moved.length > 0 ? await this.database.query<sql.LeftList>(sql.LISTS_LEFT, [JSON.stringify(moved)]) : [];
    const addresses = left.flatMap(({ workspace_id: workspaceId, list_id: listId, email, number }) =>
      [email, number].flatMap((address) => (address === null ? [] : [{ workspaceId, listId, address }])),
    );
    await this.suppressions.remove(writes.suppressed(false));
    await this.suppressions.add([...writes.suppressed(true), ...addresses]);
  }

  private async run(statement: Statement, rows: object[], isAlways = false): Promise<void> {
    if (rows.length > 0 || isAlways) await this.database.execute(statement, [JSON.stringify(rows)]);
  }
}
