import { UNSAID, type MembershipState, type StoredConsents } from '@dundun/domain';
import { listKey, type List } from '@dundun/lists';
import { PeopleSet } from '@dundun/people';
import type { Evidence } from '../consents/evidence.js';

export interface Membership {
  workspaceId: number;
  listId: string;
  personId: string;
  status: MembershipState;
  /** What is stored about channels. */
  consents: StoredConsents;
  /** Whether this person ever confirmed this list. */
  everConfirmed: boolean;
}

/** A confirmation that a link names. */
export interface Confirmation {
  tokenHash: string;
  workspaceId: number;
  listId: string;
  personId: string;
  /** The address the link was sent to, as an email key. */
  address: string;
  /** Neither used nor older than 7 days. */
  isLive: boolean;
  /** The evidence and time of the request, unless the consent ledger has them already. */
  request: { evidence: Evidence; at: Date } | null;
}

export interface Sender {
  name: string;
  email: string;
  replyTo?: string;
  firstIntegrationId?: string | null;
}

export const membershipKeyOf = (workspaceId: number, listId: string, personId: string) =>
  `${workspaceId} ${listId} ${personId}`;

/** Everything that a group commit has locked and read for its commands: people, lists, memberships, confirmations. */
export class MembershipSet extends PeopleSet {
  lists = new Map<string, List>();
  senders = new Map<number, Sender | null>();
  confirmations = new Map<string, Confirmation>();
  /** The ids of the people whom the commands of a sequence may create. */
  readonly reservedIds = new Map<object, string>();
  private readonly memberships = new Map<string, Membership>();

  /** @param pages base address of the hosted pages */
  constructor(readonly pages: string) {
    super();
  }

  list(workspaceId: number, listId: string): List | undefined {
    return this.lists.get(listKey(workspaceId, listId));
  }

  membership(workspaceId: number, listId: string, personId: string): Membership {
    const known = this.memberships.get(membershipKeyOf(workspaceId, listId, personId));
    return known ?? { workspaceId, listId, personId, status: 'none', consents: UNSAID, everConfirmed: false };
  }

  keepMembership(membership: Membership): void {
    const { workspaceId, listId, personId } = membership;
    this.memberships.set(membershipKeyOf(workspaceId, listId, personId), membership);
  }
}
