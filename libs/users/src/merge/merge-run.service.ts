import { Inject, Injectable } from '@nestjs/common';
import { addressesOf, People } from '@dundun/people';
import { PersonMoves } from '../jobs/person-moves.service.js';
import { EventMoves } from './event-moves.service.js';
import { MergeSwitch } from './merge-switch.service.js';
import type { HeldJob, Pace, UserJobRun } from '../jobs/user-job.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';

const MISSING = 'Nothing to do: there was no such source.';
const SAME = 'Nothing to do: both were one user already.';
/** Stands in for a destination that was created and erased at once. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const ALIAS = 'Nothing to do: the source was merged before.';
const NOT_ALLOWED = 'With the key alone only a source without email, number, lists and accounts can be merged.';

/**
 * Merges a person into another. One transaction puts the destination in the place of the source; many small ones then move
 * the rows of which there can be many.
 */
@Injectable()
export class MergeRun implements UserJobRun {
  constructor(
    @Inject(People) private readonly people: People,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
    @Inject(MergeSwitch) private readonly place: MergeSwitch,
    @Inject(PersonMoves) private readonly moves: PersonMoves,
    @Inject(EventMoves) private readonly events: EventMoves,
  ) {}

  async run(job: HeldJob, pace: Pace): Promise<void> {
    if (job.details.only === 'events') return this.events.run(job, pace);
    const from = job.from_person ?? (await this.replace(job));
    if (from !== undefined) await this.moves.run(job, from, pace);
  }

  /** @returns the source's id; undefined when the job has ended */
  private async replace(job: HeldJob, triesLeft = 3): Promise<string | undefined> {
    const { workspace_id: workspaceId, details } = job;
    const { source = '', destination = '' } = details;
    const ids = await this.people.ensureUids([{ workspaceId, uid: destination }]);
    const to = ids.get(`${workspaceId} ${destination}`) ?? NOBODY;
    const own = await this.people.idOfOwn(workspaceId, source);
    const from = own ?? (await this.people.findByUid(workspaceId, source))?.id;
    if (from === undefined) return this.end(job, 'done', MISSING);
    if (from === to) return this.end(job, 'done', SAME);
    // The uid leads to another person, who would be removed with it.
    if (own === undefined) return this.end(job, 'done', ALIAS);
    const result = await this.place.take({
      workspaceId,
      from,
      to,
      requestId: job.request_id,
      isAllowed: (person) => details.level === 'full' || this.place.isBlank(workspaceId, person),
      note: async (people) => {
        await this.claims.ahead(job);
        await this.claims.noteSwitch(job, from, to, addressesOf(people.source));
      },
    });
    if (result === 'not_allowed') return this.end(job, 'failed', NOT_ALLOWED);
    if (result === 'taken') return from;
    if (triesLeft === 0) throw new Error('one of the two people was merged or erased at every try');
    return this.replace(job, triesLeft - 1);
  }

  private async end(job: HeldJob, state: 'done' | 'failed', note: string): Promise<undefined> {
    await this.claims.end(job, state, note, state === 'done' ? { done: 1 } : { failed: 1 });
  }
}
