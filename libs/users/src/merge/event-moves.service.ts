import { Inject, Injectable } from '@nestjs/common';
import { People, PersonContributions, PersonHolds } from '@dundun/people';
import type { HeldJob, Pace } from '../jobs/user-job.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';
import { MergeSwitch } from './merge-switch.service.js';

const MISSING = 'Nothing to do: there was no such source, or both were one user already.';
const NOT_ALLOWED = 'Without a signed identity only events of a source without email, number, lists and accounts move.';

/**
 * Merges on behalf of a caller with the key alone who has proven nothing: the events of an anonymous person move, and the
 * person stays, since everybody who knows the uid may ask for it. Each chunk checks under locks that the source is still
 * anonymous, so the job may stop and continue anywhere.
 */
@Injectable()
export class EventMoves {
  constructor(
    @Inject(People) private readonly people: People,
    @Inject(PersonHolds) private readonly holds: PersonHolds,
    @Inject(PersonContributions) private readonly contributions: PersonContributions,
    @Inject(MergeSwitch) private readonly place: MergeSwitch,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
  ) {}

  /** @throws LostLeaseError */
  async run(job: HeldJob, pace: Pace): Promise<void> {
    const { workspace_id: workspaceId, details } = job;
    const { source = '', destination = '' } = details;
    const places = new Map<string, string>();
    while (!pace.isOver()) {
      const ids = await this.people.ensureUids([{ workspaceId, uid: destination }]);
      const to = ids.get(`${workspaceId} ${destination}`);
      const from = await this.people.idOfOwn(workspaceId, source);
      if (from === undefined || from === to) return this.claims.end(job, 'done', MISSING, { done: 1 });
      const moved = to === undefined ? 'moved' : await this.chunk(job, from, to, places);
      if (moved === 'not_allowed') return this.claims.end(job, 'failed', NOT_ALLOWED, { failed: 1 });
      if (moved === 0) return this.claims.end(job, 'done', null, { done: 1 });
    }
    await this.claims.release(job);
  }

  /** @returns about how many rows it moved; `moved` when one of the two no longer exists */
  private chunk(
    job: HeldJob,
    from: string,
    to: string,
    places: Map<string, string>,
  ): Promise<number | 'not_allowed' | 'moved'> {
    const { workspace_id: workspaceId } = job;
    return this.holds.holding(workspaceId, [from, to], async (people) => {
      const source = people.find(({ id }) => id === from);
      if (!source || people.length < 2) return 'moved';
      if (!(await this.place.isBlank(workspaceId, source))) return 'not_allowed';
      const { keys_after: cursor } = await this.claims.ahead(job);
      const keepCursor = (next: string) => this.claims.keepCursor(job, next);
      let sum = 0;
      for (const rows of this.contributions.all())
        if (rows.movesUnproven) sum += await rows.moveChunk({ workspaceId, from, to, cursor, keepCursor, places });
      return sum;
    });
  }
}
