import { Inject, Injectable } from '@nestjs/common';
import { counted, emailKey, UnavailableError, type MembershipStatus } from '@dundun/domain';
import { ListCounters } from '@dundun/lists';
import { Database } from '@dundun/platform/database';
import * as sql from './person-removal.statements.js';

/** A person whose row this transaction holds. */
export interface HeldPerson extends Record<string, unknown> {
  id: string;
  uid: string;
  email: string | null;
  number: string | null;
}

interface Key extends Record<string, unknown> {
  kind: string;
  value: string;
}

/** Addresses of a person, as recipients and keys have them. */
export function addressesOf({ email, number }: Pick<HeldPerson, 'email' | 'number'>): string[] {
  return [email === null ? null : emailKey(email), number].filter((address) => address !== null);
}

/** The person changed its address while it was waited for: the transaction is to be run again. */
class PersonMovedError extends Error {}

const TRIES = 5;

/** What erasing somebody and merging somebody away have in common: a person's row goes, and others take its place. */
@Injectable()
export class PersonRemoval {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ListCounters) private readonly counters: ListCounters,
  ) {}

  /**
   * Runs the work in a transaction that holds these people and all their keys, in the order in which joins take them:
   * keys, then people. Whoever joins by an address of theirs meanwhile waits, and sees what came of it.
   * @param work is given those of them that are there
   */
  async holding<T>(workspaceId: number, ids: string[], work: (people: HeldPerson[]) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.database.transaction(async () => work(await this.hold(workspaceId, ids)));
      } catch (error) {
        if (!(error instanceof PersonMovedError)) throw error;
        if (tries === TRIES) throw Object.assign(new UnavailableError(), { cause: error });
      }
    }
  }

  private async hold(workspaceId: number, ids: string[]): Promise<HeldPerson[]> {
    const held = await this.database.query<Key>(sql.LOCK_KEYS, [workspaceId, ids]);
    const people = await this.database.query<HeldPerson>(sql.LOCK_PEOPLE, [workspaceId, ids]);
    const keys = await this.database.query<Key>(sql.READ_KEYS, [workspaceId, ids]);
    const isHeld = ({ kind, value }: Key) => held.some((key) => key.kind === kind && key.value === value);
    if (!keys.every(isHeld)) throw new PersonMovedError('somebody has another address by now');
    return people;
  }

  /** Takes the person off all lists, counted. */
  async forgetMemberships(workspaceId: number, personId: string): Promise<void> {
    const gone = await this.database.query<{ listId: string; status: MembershipStatus }>(sql.FORGET_MEMBERSHIPS, [
      workspaceId,
      personId,
    ]);
    await this.count(
      workspaceId,
      gone.map(({ listId, status }) => ({ listId, delta: counted(status) ? -1 : 0 })),
    );
  }

  async count(workspaceId: number, deltas: { listId: string; delta: number }[]): Promise<void> {
    await this.counters.add(deltas.map((each) => ({ workspaceId, ...each })));
  }
}
