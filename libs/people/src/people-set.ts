import { hasKey, personKeyText, type ClaimedKey, type PersonKey } from './person-keys.js';
import type { Person } from './person.entity.js';

export const personKeyOf = (workspaceId: number, personId: string) => `${workspaceId} ${personId}`;
export const uidKeyOf = (workspaceId: number, uid: string) => `${workspaceId} ${uid}`;

/**
 * The people and keys that a group commit has locked and read. Commands run over it one after the other, so that each
 * sees what the earlier ones did, even when both name the same person in different ways.
 */
export class PeopleSet {
  /** Whether a new person gets the id that its key row names. False makes ids in the order of the commands. */
  takesProposedIds = true;
  /** The id of whoever the current command of a sequence creates: reserved in the order of the commands. */
  reservedId: string | undefined;
  /** Accounts, by `personKeyOf`, that have members; read only for accounts that a command turns into customers. */
  accountsWithMembers = new Set<string>();
  readonly claims = new Map<string, ClaimedKey>();
  private readonly people = new Map<string, Person>();
  private readonly personIdsByUid = new Map<string, string>();

  person(workspaceId: number, personId: string): Person | undefined {
    return this.people.get(personKeyOf(workspaceId, personId));
  }

  personByUid(workspaceId: number, uid: string): Person | undefined {
    const id = this.personIdsByUid.get(uidKeyOf(workspaceId, uid));
    return id === undefined ? undefined : this.person(workspaceId, id);
  }

  /** Makes a former uid lead to this person, whose own uid differs. */
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

  claim(workspaceId: number, kind: PersonKey['kind'], value: string | null): ClaimedKey | undefined {
    return value === null ? undefined : this.claims.get(personKeyText({ workspaceId, kind, value }));
  }

  /**
   * The people who have the key, oldest first. A key row can still name a person who has since changed their address, so
   * the person's own row decides. Ids are made in the order of time and, unlike `created_at`, cannot be set by a caller.
   */
  holders(claim: ClaimedKey | undefined): Person[] {
    if (!claim) return [];
    const known = [...claim.candidates].map((id) => this.person(claim.workspaceId, id));
    const holders = known.filter((person) => person !== undefined && hasKey(person, claim)) as Person[];
    return holders.length > 1 ? holders.sort((one, other) => (one.id < other.id ? -1 : 1)) : holders;
  }

  /** The person found by the key. */
  holder(claim: ClaimedKey | undefined): Person | undefined {
    return this.holders(claim)[0];
  }
}
