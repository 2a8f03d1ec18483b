import type { SeenAttribute } from './attribute-names.repository.js';
import { personKeyOf } from './people-set.js';
import { hasKey, keysOf, keyValue, KEY_KINDS, type PersonKey } from './person-keys.js';
import type { Person } from './person.entity.js';

export interface ReleasedKey extends PersonKey {
  personId: string;
}

/** A person in an account. */
export interface AccountMember {
  workspaceId: number;
  accountId: string;
  personId: string;
  /** undefined keeps the stored role, null clears it. */
  role?: string | null;
}

const memberKey = ({ workspaceId, accountId, personId }: AccountMember) => `${workspaceId} ${accountId} ${personId}`;

/** The rows about people that a group commit has decided to write, each row once. */
export class PeopleWrites {
  readonly people = new Map<string, Person>();
  /** Known people with a new address or number. */
  readonly moved = new Map<string, Person>();
  readonly released: ReleasedKey[] = [];
  /** Runs the statements of a join by number even without rows, so that a known number takes as long as an unknown one. */
  isEven = false;
  /** Former uids of people who have another one now, and handles. */
  readonly renamed: { workspaceId: number; uid: string; personId: string }[] = [];
  readonly attributes: SeenAttribute[] = [];
  readonly members = new Map<string, AccountMember>();
  readonly leaving = new Map<string, AccountMember>();

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

  /** Adds a member to an account; an undefined role keeps the stored one. */
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
}
