import type { ConsentStep } from '@dundun/domain';
import type { CounterDelta } from '@dundun/lists';
import type { ListSuppression, QueuedMail } from '@dundun/messaging';
import type { SeenAttribute } from './attribute-names.js';
import { membershipKeyOf, personKeyOf, type Membership } from './batch.js';
import type { Evidence } from './commands.js';
import { hasKey, keysOf, keyValue, KEY_KINDS, type PersonKey } from './person-keys.js';
import type { Person } from './person.entity.js';

export interface Consent {
  workspaceId: number;
  /** Null when it is of all messages at once. */
  listId: string | null;
  /** Null when the address is nobody's whom we know. */
  personId: string | null;
  /** `resumed` takes back an `unsubscribed` of no list. */
  action: ConsentStep | 'resumed';
  address: string | null;
  evidence: Evidence;
  /** When it was said, where that is not now. */
  at?: Date;
}

export interface NewConfirmation {
  tokenHash: string;
  workspaceId: number;
  listId: string;
  personId: string;
  address: string;
  /** False for the one mail too many of a day: it is recorded and not sent. */
  sent: boolean;
}

export interface ReleasedKey extends PersonKey {
  personId: string;
}

/** A person in an account. */
export interface AccountMember {
  workspaceId: number;
  accountId: string;
  personId: string;
  /** undefined leaves the role that is there, null clears it. */
  role?: string | null;
}

const memberKey = ({ workspaceId, accountId, personId }: AccountMember) => `${workspaceId} ${accountId} ${personId}`;

/** A membership as it is to be stored; `confirmed` when it was confirmed just now. */
export type StoredMembership = Membership & { confirmed: boolean };

/** What a batch of commands leaves to be written, each row once. */
export class BatchWrites {
  readonly people = new Map<string, Person>();
  /** People who were known before and have a new address or number. */
  readonly moved = new Map<string, Person>();
  readonly released: ReleasedKey[] = [];
  /** Uids that lead to people who have another one now. */
  readonly renamed: { workspaceId: number; uid: string; personId: string }[] = [];
  readonly attributes: SeenAttribute[] = [];
  readonly members = new Map<string, AccountMember>();
  readonly leaving = new Map<string, AccountMember>();
  readonly removed = new Map<string, Membership>();
  readonly memberships = new Map<string, StoredMembership>();
  readonly deltas: CounterDelta[] = [];
  readonly consents: Consent[] = [];
  readonly confirmations: NewConfirmation[] = [];
  readonly usedTokens: string[] = [];
  readonly mails: QueuedMail[] = [];
  private readonly suppressions = new Map<string, ListSuppression & { isAdded: boolean }>();

  changePerson(before: Person | undefined, after: Person, callByKey?: object): void {
    this.people.set(personKeyOf(after.workspaceId, after.id), after);
    this.noteAttributes(before, after, callByKey);
    if (!before) return;
    if (before.uid !== after.uid)
      this.renamed.push({ workspaceId: after.workspaceId, uid: before.uid, personId: after.id });
    for (const key of keysOf(before)) if (!hasKey(after, key)) this.released.push({ ...key, personId: after.id });
    if (KEY_KINDS.some((kind) => keyValue(before, kind) !== keyValue(after, kind)))
      this.moved.set(personKeyOf(after.workspaceId, after.id), after);
  }

  /** An account has this member; a role that is not told stays as it is. */
  addMember(member: AccountMember): void {
    this.leaving.delete(memberKey(member));
    this.members.set(memberKey(member), { ...this.members.get(memberKey(member)), ...member });
  }

  addsMemberTo(workspaceId: number, accountId: string): boolean {
    return [...this.members.values()].some(
      (member) => member.workspaceId === workspaceId && member.accountId === accountId,
    );
  }

  removeMember(member: AccountMember): void {
    this.members.delete(memberKey(member));
    this.leaving.set(memberKey(member), member);
  }

  private noteAttributes(before: Person | undefined, { workspaceId, meta }: Person, callByKey?: object): void {
    for (const name in meta) {
      const value = meta[name];
      if (value !== before?.meta[name]) this.attributes.push({ workspaceId, name, type: typeof value, callByKey });
    }
  }

  changeMembership(before: Membership, after: StoredMembership): void {
    const key = membershipKeyOf(after.workspaceId, after.listId, after.personId);
    if (after.status === 'none') {
      this.memberships.delete(key);
      this.removed.set(key, after);
    } else if (after.status !== before.status || after.confirmed) {
      const confirmed = after.confirmed || this.memberships.get(key)?.confirmed === true;
      this.memberships.set(key, { ...after, confirmed });
    }
  }

  /** The last word of a batch on an address counts. @param answered one more address, where the mail went */
  suppress(person: Person, listId: string, isAdded: boolean, answered?: string): void {
    const { workspaceId } = person;
    const other = answered === undefined ? null : keyValue({ email: answered }, 'email');
    for (const address of new Set([...KEY_KINDS.map((kind) => keyValue(person, kind)), other])) {
      if (address === null) continue;
      this.suppressions.set(`${workspaceId} ${listId} ${address}`, { workspaceId, listId, address, isAdded });
    }
  }

  suppressed(isAdded: boolean): ListSuppression[] {
    return [...this.suppressions.values()].filter((row) => row.isAdded === isAdded);
  }
}
