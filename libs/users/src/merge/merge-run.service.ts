import { Inject, Injectable } from '@nestjs/common';
import { People } from '@dundun/people';
import { Database } from '@dundun/platform/database';
import { MergeMoves } from './merge-moves.repository.js';
import { MergeSwitch } from './merge-switch.repository.js';
import { FIND_SOURCE } from './merge.statements.js';
import type { HeldJob, Pace, UserJobRun } from '../jobs/user-job.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';

const MISSING = 'Nothing to do: there was no such source.';
const SAME = 'Nothing to do: both were one user already.';
/** Made and erased again in this moment. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const ALIAS = 'Nothing to do: the source was merged before.';
const NOT_ALLOWED = 'With the key alone only a source without email, number, lists and accounts can be merged.';

/**
 * Merges a person into another: first, in one transaction, the destination takes the place of the source; then, in as many
 * as it takes, what there can be very much of follows.
 */
@Injectable()
export class MergeRun implements UserJobRun {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
    @Inject(MergeSwitch) private readonly place: MergeSwitch,
    @Inject(MergeMoves) private readonly moves: MergeMoves,
  ) {}

  async run(job: HeldJob, pace: Pace): Promise<void> {
    const from = job.from_person ?? (await this.replace(job));
    if (from !== undefined) await this.moves.run(job, from, pace);
  }

  /** @returns the source's id; undefined when the job has ended */
  private async replace(job: HeldJob, triesLeft = 3): Promise<string | undefined> {
    const { workspace_id: workspaceId, details } = job;
    const { source = '', destination = '' } = details;
    const ids = await this.people.ensureUids([{ workspaceId, uid: destination }]);
    const to = ids.get(`${workspaceId} ${destination}`) ?? NOBODY;
    const [own] = await this.database.query<{ id: string }>(FIND_SOURCE, [workspaceId, source]);
    const from = own?.id ?? (await this.people.findByUid(workspaceId, source))?.id;
    if (from === undefined) return this.end(job, 'done', MISSING);
    if (from === to) return this.end(job, 'done', SAME);
    // Whom it leads to is somebody else, who would be gone with it.
    if (own === undefined) return this.end(job, 'done', ALIAS);
    const outcome = await this.place.take(job, from, to);
    if (outcome === 'not_allowed') return this.end(job, 'failed', NOT_ALLOWED);
    if (outcome === 'taken') return from;
    if (triesLeft === 0) throw new Error('one of the two was merged or erased, again and again');
    return this.replace(job, triesLeft - 1);
  }

  private async end(job: HeldJob, state: 'done' | 'failed', note: string): Promise<undefined> {
    await this.claims.end(job, state, note, state === 'done' ? { done: 1 } : { failed: 1 });
  }
}
