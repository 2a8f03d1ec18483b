import { Inject, Injectable } from '@nestjs/common';
import { emailKey, UnavailableError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { HeldPerson } from './person-rows.js';

interface Key extends Record<string, unknown> {
  kind: string;
  value: string;
}

// Statements without a name are planned each time: a plan made while a table was small would outlive that.

/** All keys of these people, and those by which an older person is found. */
const KEYS_OF = `
  SELECT kind, value FROM person_keys WHERE workspace_id = $1 AND person_id = ANY($2::uuid[])
  UNION
  SELECT kind, value FROM shared_keys WHERE workspace_id = $1 AND person_id = ANY($2::uuid[])`;

const READ_KEYS = `
  SELECT key.kind, key.value FROM person_keys key
  WHERE key.workspace_id = $1 AND (key.kind, key.value) IN (${KEYS_OF})`;

const LOCK_KEYS = `${READ_KEYS} ORDER BY key.workspace_id, key.kind, key.value FOR UPDATE OF key`;

const LOCK_PEOPLE = `
  SELECT id, uid, uid_updateable, email, number FROM people WHERE workspace_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`;

/** Returns the addresses of a person, as recipients and keys spell them. */
export function addressesOf({ email, number }: Pick<HeldPerson, 'email' | 'number'>): string[] {
  return [email === null ? null : emailKey(email), number].filter((address) => address !== null);
}

/** The person changed an address while the transaction waited for the lock, so the transaction has to run again. */
class AddressChangedError extends Error {}

const TRIES = 5;

/** Locks people whose rows are about to be merged or erased. */
@Injectable()
export class PersonHolds {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Runs the work in a transaction that has locked these people and all their keys, in the order in which joins lock them:
   * keys, then people. A concurrent join by one of their addresses waits, and sees the result.
   * @param work receives those of the people who exist
   */
  async holding<T>(workspaceId: number, ids: string[], work: (people: HeldPerson[]) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.database.transaction(async () => work(await this.hold(workspaceId, ids)));
      } catch (error) {
        if (!(error instanceof AddressChangedError)) throw error;
        if (tries === TRIES) throw Object.assign(new UnavailableError(), { cause: error });
      }
    }
  }

  private async hold(workspaceId: number, ids: string[]): Promise<HeldPerson[]> {
    const held = await this.database.query<Key>(LOCK_KEYS, [workspaceId, ids]);
    const people = await this.database.query<HeldPerson>(LOCK_PEOPLE, [workspaceId, ids]);
    const keys = await this.database.query<Key>(READ_KEYS, [workspaceId, ids]);
    const isHeld = ({ kind, value }: Key) => held.some((key) => key.kind === kind && key.value === value);
    if (!keys.every(isHeld)) throw new AddressChangedError('an address of the person changed during the lock');
    return people;
  }
}
