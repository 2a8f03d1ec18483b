import { Inject, Injectable } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { People, PersonIds, PersonKeys } from '@dundun/people';
import { Database } from '@dundun/platform/database';
import * as sql from './erase.statements.js';
import { addressesOf, PersonRemoval, type HeldPerson } from '../jobs/person-removal.repository.js';
import { UserJobs } from '../jobs/user-jobs.repository.js';

const TRIES = 3;

/**
 * Deleting a person is erasing them. The person, all keys, memberships and links are gone with the answer; what there can
 * be very much of, events and messages, is taken away by a job. Suppressions stay: who was erased must not be mailed again.
 */
@Injectable()
export class EraseUsers {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
    @Inject(PersonIds) private readonly ids: PersonIds,
    @Inject(PersonKeys) private readonly keys: PersonKeys,
    @Inject(PersonRemoval) private readonly removal: PersonRemoval,
    @Inject(UserJobs) private readonly jobs: UserJobs,
  ) {}

  /** @returns the id of the job @throws UnknownPersonError */
  async erase(workspaceId: number, uid: string, requestId: string): Promise<string> {
    for (let tries = 1; tries <= TRIES; tries++) {
      const person = await this.people.findByUid(workspaceId, uid);
      if (!person) break;
      const job = await this.removal.holding(workspaceId, [person.id], async ([held]) =>
        held ? this.remove(workspaceId, held, requestId) : undefined,
      );
      if (job !== undefined) {
        this.ids.forget(workspaceId, uid);
        return job;
      }
      // Merged away, or erased, in this very moment.
    }
    throw new UnknownPersonError();
  }

  /** Archiving again changes nothing. @throws UnknownPersonError */
  async archive(workspaceId: number, uid: string): Promise<void> {
    const person = await this.people.findByUid(workspaceId, uid);
    const archived = person ? await this.database.execute(sql.ARCHIVE, [workspaceId, person.id]) : 0;
    if (archived === 0) throw new UnknownPersonError();
  }

  private async remove(workspaceId: number, person: HeldPerson, requestId: string): Promise<string> {
    const addresses = addressesOf(person);
    await this.keys.release(workspaceId, person.id);
    const merged = await this.database.query<{ uid: string }>(sql.UIDS_MERGED, [workspaceId, person.id]);
    const uids = [person.uid, ...merged.map(({ uid }) => uid)];
    await this.database.execute(sql.ALLOW_ERASING);
    await this.database.execute(sql.FORGET_WHO_SAID, [workspaceId, addresses]);
    for (const statement of sql.ERASE) await this.database.execute(statement, [workspaceId, person.id]);
    await this.database.execute(sql.TAKE_OVER_JOBS, [workspaceId, person.id, addresses]);
    const details = { fromPerson: person.id, addresses, details: { uids }, requestId };
    const job = await this.jobs.add({ workspaceId, kind: 'erasure', total: 1, ...details });
    await this.removal.forgetMemberships(workspaceId, person.id);
    this.database.afterCommit(() => this.ids.forget(workspaceId, person.uid));
    return job;
  }
}
