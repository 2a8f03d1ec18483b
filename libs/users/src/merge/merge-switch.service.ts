import { Inject, Injectable } from '@nestjs/common';
import {
  addressesOf,
  PersonContributions,
  PersonHolds,
  PersonIds,
  type HeldPerson,
  type PersonMerge,
  type Stage,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';
import type { HeldJob } from '../jobs/user-job.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';

/** `moved` when one of the two no longer exists. */
type SwitchResult = 'taken' | 'not_allowed' | 'moved';

/** Puts one person in the place of another, in one transaction. */
@Injectable()
export class MergeSwitch {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(PersonHolds) private readonly holds: PersonHolds,
    @Inject(PersonContributions) private readonly contributions: PersonContributions,
    @Inject(PersonIds) private readonly ids: PersonIds,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
  ) {}

  /** @throws LostLeaseError */
  take(job: HeldJob, from: string, to: string): Promise<SwitchResult> {
    const { workspace_id: workspaceId, request_id: requestId } = job;
    return this.holds.holding(workspaceId, [from, to], async (people) => {
      const [source, destination] = [from, to].map((id) => people.find((person) => person.id === id));
      if (!source || !destination) return 'moved';
      if (job.details.level !== 'full' && !(await this.isBlank(workspaceId, source))) return 'not_allowed';
      const merge = { workspaceId, from: source, to: destination, requestId };
      await this.merge(merge, 'person', 'rows');
      await this.claims.ahead(job);
      await this.claims.noteSwitch(job, from, to, addressesOf(source));
      await this.merge(merge, 'lists');
      this.database.afterCommit(() => this.ids.forget(workspaceId, source.uid));
      return 'taken';
    });
  }

  private async merge(merge: PersonMerge, ...stages: Stage[]): Promise<void> {
    for (const rows of this.contributions.of(...stages)) await rows.merge(merge);
  }

  /** Whether the source has nothing that a caller with the key alone could take for another person, or learn about. */
  private async isBlank(workspaceId: number, source: HeldPerson): Promise<boolean> {
    for (const rows of this.contributions.all()) if (!(await rows.isBlank(workspaceId, source))) return false;
    return true;
  }
}
