import type { Standing } from '@dundun/domain';
import { listKey, type List } from '@dundun/lists';
import { hasKey, personKeyText, type ClaimedKey, type PersonKey } from './person-keys.js';
import type { Person } from './person.entity.js';

export interface Membership {
  workspaceId: number;
  listId: string;
  personId: string;
  status: Standing;
  /** Whether this person ever confirmed this list. */
  everConfirmed: boolean;
}

/** A confirmation that a link names. */
export interface Confirmation {
  tokenHash: string;
  workspaceId: number;
  listId: string;
  personId: string;
  /** Where the link was sent, as an email key. */
  address: string;
  /** Neither used nor older than 7 days. */
  isLive: boolean;
}

export interface Sender {
  name: string;
  email: string;
  replyTo?: string;
  firstIntegrationId?: string | null;
}

export const personKeyOf = (workspaceId: number, personId: string) => `${workspaceId} ${personId}`;
export const uidKeyOf = (workspaceId: number, uid: string) => `${workspaceId} ${uid}`;
export const membershipKeyOf = (workspaceId: number, listId: string, personId: string) =>
  `${workspaceId} ${listId} ${personId}`;
export const addressKeyOf = (workspaceId: number, address: string) => `${workspaceId} ${address}`;

/**
 * Everything that a batch of commands has read and locked. The commands run over it one after the other, so the later
 * one sees what the earlier one did, even when both name the same person in different ways.
 */
export class Batch {
  lists = new Map<string, List>();
  senders = new Map<number, Sender | null>();
  confirmations = new Map<string, Confirmation>();
  /** Confirmation mails of today, by address. */
  mailsToday = new Map<string, number>();
  /** Of the accounts that a command would make customers. */
  accountsWithMembers = new Set<string>();
  readonly claims = new Map<string, ClaimedKey>();
  private readonly people = new Map<string, Person>();
  private readonly personIdsByUid = new Map<string, string>();
  private readonly memberships = new Map<string, Membership>();

  /** @param pages the address under which the hosted pages are */
  constructor(readonly pages: string) {}

  list(workspaceId: number, listId: string): List | undefined {
    return this.lists.get(listKey(workspaceId, listId));
  }

  person(workspaceId: number, personId: string): Person | undefined {
    return this.people.get(personKeyOf(workspaceId, personId));
  }

  personByUid(workspaceId: number, uid: string): Person | undefined {
    const id = this.personIdsByUid.get(uidKeyOf(workspaceId, uid));
    return id === undefined ? undefined : this.person(workspaceId, id);
  }

  /** The uid leads to this person, whose own uid is another. */
  keepAlias(workspaceId: number, uid: string, personId: string): void {
    this.personIdsByUid.set(uidKeyOf(workspaceId, uid), personId);
  }

  keepPerson(person: Person): void {
    this.people.set(personKeyOf(person.workspaceId, person.id), person);
    this.personIdsByUid.set(uidKeyOf(person.workspaceId, person.uid), person.id);
  }

  get allPeople(): Person[] {
    return [...this.people.values()];
  }

  get allMemberships(): Membership[] {
    return [...this.memberships.values()];
  }

  claim(workspaceId: number, kind: PersonKey['kind'], value: string | null): ClaimedKey | undefined {
    return value === null ? undefined : this.claims.get(personKeyText({ workspaceId, kind, value }));
  }

  /**
   * Who really has the key, the oldest first: a row that names somebody without it is left over from a change. Ids are
   * made in the order of time, and unlike `created_at` nobody can set them.
   */
  holders(claim: ClaimedKey | undefined): Person[] {
    if (!claim) return [];
    const known = [...claim.candidates].map((id) => this.person(claim.workspaceId, id));
    const holders = known.filter((person) => person !== undefined && hasKey(person, claim)) as Person[];
    return holders.length > 1 ? holders.sort((one, other) => (one.id < other.id ? -1 : 1)) : holders;
  }

  /** Who is found by the key. */
  holder(claim: ClaimedKey | undefined): Person | undefined {
    return this.holders(claim)[0];
  }

  membership(workspaceId: number, listId: string, personId: string): Membership {
    const known = this.memberships.get(membershipKeyOf(workspaceId, listId, personId));
    return known ?? { workspaceId, listId, personId, status: 'none', everConfirmed: false };
  }

  keepMembership(membership: Membership): void {
    const { workspaceId, listId, personId } = membership;
    this.memberships.set(membershipKeyOf(workspaceId, listId, personId), membership);
  }
}
