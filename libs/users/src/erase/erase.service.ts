import { Inject, Injectable } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import {
  addressesOf,
  People,
  PersonContributions,
  PersonHolds,
  PersonIds,
  type HeldPerson,
  type PersonErasure,
  type Stage,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';
import { UserJobs } from '../jobs/user-jobs.repository.js';

const TRIES = 3;

/**
 * Deletes people by erasing them. The person, all keys, memberships and links are gone with the answer; a job erases what
 * can be many rows, events and messages. Suppressions stay: an erased person must not be mailed again.
 */
@Injectable()
export class EraseUsers {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
    @Inject(PersonIds) private readonly ids: PersonIds,
    @Inject(PersonHolds) private readonly holds: PersonHolds,
    @Inject(PersonContributions) private readonly contributions: PersonContributions,
    @Inject(UserJobs) private readonly jobs: UserJobs,
  ) {}

  /** @returns the id of the job @throws UnknownPersonError */
  async erase(workspaceId: number, uid: string, requestId: string): Promise<string> {
    for (let tries = 1; tries <= TRIES; tries++) {
      const person = await this.people.findByUid(workspaceId, uid);
      if (!person) break;
      const job = await this.holds.holding(workspaceId, [person.id], async ([held]) =>
        held ? this.remove(workspaceId, held, requestId) : undefined,
      );
      if (job !== undefined) {
        this.ids.forget(workspaceId, uid);
        return job;
      }
      // Merged away or erased between the two steps.
    }
    throw new UnknownPersonError();
  }

  /** Archiving again changes nothing. @throws UnknownPersonError */
  async archive(workspaceId: number, uid: string): Promise<void> {
    const person = await this.people.findByUid(workspaceId, uid);
    if (!person || !(await this.people.archive(workspaceId, person.id))) throw new UnknownPersonError();
  }

  private async remove(workspaceId: number, person: HeldPerson, requestId: string): Promise<string> {
    const addresses = addressesOf(person);
    const uids = [person.uid, ...(await this.people.formerUids(workspaceId, person.id))];
    const erasure = { workspaceId, person, addresses };
    await this.eraseRows(erasure, 'person', 'rows');
    const details = { fromPerson: person.id, addresses, details: { uids }, requestId };
    const job = await this.jobs.add({ workspaceId, kind: 'erasure', total: 1, ...details });
    await this.eraseRows(erasure, 'lists');
    this.database.afterCommit(() => this.ids.forget(workspaceId, person.uid));
    return job;
  }

  private async eraseRows(erasure: PersonErasure, ...stages: Stage[]): Promise<void> {
    for (const rows of this.contributions.of(...stages)) await rows.erase(erasure);
  }
}
