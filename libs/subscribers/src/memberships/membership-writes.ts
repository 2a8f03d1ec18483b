import { isDeepStrictEqual } from 'node:util';
import type { ConsentChannel } from '@dundun/domain';
import type { CounterDelta, List } from '@dundun/lists';
import type { ListSuppression, QueuedMail } from '@dundun/messaging';
import { keyValue, PeopleWrites, type Person, type TrackingDecision } from '@dundun/people';
import type { Consent } from '../consents/consent.js';
import type { Evidence } from '../consents/evidence.js';
import { membershipKeyOf, type Membership } from './membership-set.js';

/** A person who is to be asked by mail for a confirmation. */
export interface ConfirmationRequest {
  list: List;
  person: Person;
  /** The address as an email key. */
  address: string;
  /** The address in the person's spelling. */
  to: string;
  evidence: Evidence;
  /** Whether the request enters the consent ledger only with its confirmation. */
  isUnproven: boolean;
}

/** The evidence is that of an unproven request. */
export interface NewConfirmation extends Pick<Partial<Evidence>, 'ip' | 'userAgent' | 'requestId' | 'method'> {
  tokenHash: string;
  workspaceId: number;
  listId: string;
  personId: string;
  address: string;
  /** False beyond a budget: the request is recorded and no mail is sent. */
  sent: boolean;
}

/** What a call says about tracking, with its evidence. */
type TrackingStatement = TrackingDecision & Pick<Consent, 'address' | 'evidence'>;

/** A membership to store; `confirmed` when this commit confirms it. */
export type StoredMembership = Membership & { confirmed: boolean };

/** The rows that a group commit has decided to write, each row once. */
export class MembershipWrites extends PeopleWrites {
  readonly removed = new Map<string, Membership>();
  readonly memberships = new Map<string, StoredMembership>();
  readonly deltas: CounterDelta[] = [];
  readonly consents: Consent[] = [];
  /** By person: the last statement of the commit counts. */
  readonly tracking = new Map<string, TrackingStatement>();
  readonly asked: ConfirmationRequest[] = [];
  readonly confirmations: NewConfirmation[] = [];
  readonly usedTokens: string[] = [];
  readonly mails: QueuedMail[] = [];
  private readonly suppressions = new Map<string, ListSuppression & { isAdded: boolean }>();

  changeMembership(before: Membership, after: StoredMembership): void {
    const key = membershipKeyOf(after.workspaceId, after.listId, after.personId);
    if (after.status === 'none') {
      this.memberships.delete(key);
      this.removed.set(key, after);
    } else if (
      after.status !== before.status ||
      after.confirmed ||
      !isDeepStrictEqual(after.consents, before.consents)
    ) {
      const confirmed = after.confirmed || this.memberships.get(key)?.confirmed === true;
      this.memberships.set(key, { ...after, confirmed });
    }
  }

  /** Notes whether a person refuses tracking. The text of a form is about lists, and no evidence for this. */
  decideTracking({ workspaceId, id: personId, email, number }: Person, isRefused: boolean, evidence: Evidence): void {
    const own = { ...evidence, textShown: undefined, textSaid: undefined };
    this.tracking.set(personId, { workspaceId, personId, isRefused, address: email ?? number, evidence: own });
  }

  /**
   * Notes a suppression of the addresses of channels; the last one of the commit on an address counts.
   * @param answered a further address, from the answered mail
   */
  suppress(
    person: Person,
    listId: string,
    channels: readonly ConsentChannel[],
    isAdded: boolean,
    answered?: string,
  ): void {
    const { workspaceId } = person;
    const own = channels.map((channel) => keyValue(person, channel === 'email' ? 'email' : 'number'));
    const other = answered === undefined || !channels.includes('email') ? null : keyValue({ email: answered }, 'email');
    for (const address of new Set([...own, other])) {
      if (address === null) continue;
      this.suppressions.set(`${workspaceId} ${listId} ${address}`, { workspaceId, listId, address, isAdded });
    }
  }

  suppressed(isAdded: boolean): ListSuppression[] {
    return [...this.suppressions.values()].filter((row) => row.isAdded === isAdded);
  }
}
