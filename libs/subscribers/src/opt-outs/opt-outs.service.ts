import { Inject, Injectable } from '@nestjs/common';
import { type ConsentChannel, type MembershipState } from '@dundun/domain';
import { ListSuppressions, ReportedOptOuts, suppressionKey, type ClaimedOptOut } from '@dundun/messaging';
import { Database } from '@dundun/platform/database';
import type { Evidence } from '../consents/evidence.js';
import { ConsentLedger } from '../consents/consent-ledger.repository.js';
import { MembersRepository } from '../memberships/members.repository.js';
import { Memberships, type ListPlace } from '../memberships/memberships.service.js';
import { People } from '@dundun/people';

/** An email address that received mail of a list, or a number that received SMS. */
export interface ListReader extends ListPlace {
  address: string;
}

/** Opt-outs from mail or SMS of a list, by the link in it; the other channel goes on. Most readers are known people; other addresses can opt out too. */
@Injectable()
export class OptOuts {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
    @Inject(MembersRepository) private readonly members: MembersRepository,
    @Inject(Memberships) private readonly memberships: Memberships,
    @Inject(ListSuppressions) private readonly suppressions: ListSuppressions,
    @Inject(ReportedOptOuts) private readonly reported: ReportedOptOuts,
    @Inject(ConsentLedger) private readonly ledger: ConsentLedger,
  ) {}

  /** Opts the reader out; again changes nothing. @returns the membership state before */
  async leave(reader: ListReader, evidence: Evidence): Promise<MembershipState> {
    const known = await this.leaveAsPerson(reader, evidence);
    if (known) return known;
    const before = await this.leaveAsNobody(reader, evidence);
    // A person may have joined by this address in the meantime.
    return (await this.leaveAsPerson(reader, evidence)) ?? before;
  }

  /** Records an opt-out that a provider reported. The address is suppressed already. */
  async record(reported: ClaimedOptOut, evidence: Evidence): Promise<void> {
    const isKnown = (await this.hasComeBack(reported)) || (await this.leaveAsPerson(reported, evidence)) !== undefined;
    // One entry in the ledger, together with the end of the report, however often it is processed.
    await this.database.transaction(async () => {
      const isDone = await this.reported.done(reported);
      if (isDone && !isKnown) await this.note(reported, 'unsubscribed', evidence);
    });
  }

  /** Reverts an opt-out. @param to the membership state before it */
  async comeBack(reader: ListReader, to: MembershipState, evidence: Evidence): Promise<void> {
    const uid = await this.people.uidOf(reader.workspaceId, reader.address);
    if (uid !== null) return this.memberships.restore({ ...reader, uid }, to, evidence, channelsOf(reader));
    await this.database.transaction(async () => {
      if ((await this.suppressions.remove([reader])) > 0) await this.note(reader, 'removed', evidence);
    });
  }

  private async leaveAsPerson(reader: ListReader, evidence: Evidence): Promise<MembershipState | undefined> {
    const uid = await this.people.uidOf(reader.workspaceId, reader.address);
    if (uid === null) return undefined;
    return (await this.memberships.choose('unsubscribe', { ...reader, uid }, evidence, channelsOf(reader))).before;
  }

  /** A person who subscribed after the report stays subscribed, however late it is processed. */
  private async hasComeBack({ workspaceId, listId, address, reportedAt }: ClaimedOptOut): Promise<boolean> {
    const uid = await this.people.uidOf(workspaceId, address);
    if (uid === null) return false;
    return this.members.subscribedSince(workspaceId, listId, uid, reportedAt);
  }

  private leaveAsNobody(reader: ListReader, evidence: Evidence): Promise<MembershipState> {
    return this.database.transaction(async () => {
      const isNew = (await this.suppressions.add([reader])) > 0;
      if (isNew) await this.note(reader, 'unsubscribed', evidence);
      return isNew ? 'none' : 'unsubscribed';
    });
  }

  private note(
    { workspaceId, listId, address }: ListReader,
    action: 'unsubscribed' | 'removed',
    evidence: Evidence,
  ): Promise<void> {
    const entry = { workspaceId, listId, personId: null, action, address: suppressionKey(address), evidence };
    return this.ledger.add([{ ...entry, channels: [...channelsOf({ address })] }]);
  }
}

const channelsOf = ({ address }: Pick<ListReader, 'address'>): readonly ConsentChannel[] =>
  address.includes('@') ? ['email'] : ['sms'];
