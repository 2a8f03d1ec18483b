import { Inject, Injectable } from '@nestjs/common';
import { emailKey } from '@dundun/domain';
import { addressesOf, type HeldPerson } from '@dundun/people';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { PersonFolding, type Fold } from '../api/person-folding.js';
import { PersonMoves } from '../jobs/person-moves.service.js';
import type { HeldJob } from '../jobs/user-job.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';
import { MergeSwitch } from './merge-switch.service.js';

/** How long a call moves events and messages itself; a worker moves the rest. */
const PATIENCE_MS = 200;

/** Folds people by a merge whose switch is made at once, and whose job is worked on as far as a call can wait. */
@Injectable()
export class FoldPeople extends PersonFolding {
  constructor(
    @Inject(MergeSwitch) private readonly place: MergeSwitch,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
    @Inject(PersonMoves) private readonly moves: PersonMoves,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  async fold({ workspaceId, from, to, fields, requestId }: Fold): Promise<void> {
    let started: HeldJob | undefined;
    const result = await this.place.take({
      workspaceId,
      from,
      to,
      requestId,
      isAllowed: (source) => source.uid_updateable && hasAddressOf(source, fields),
      note: async ({ source, destination }) => {
        const [addresses, uids] = [addressesOf(source), { source: source.uid, destination: destination.uid }];
        started = await this.claims.startMerge({ workspaceId, from, to, addresses, ...uids, requestId });
      },
    });
    if (result === 'taken' && started) await this.moveSome(started, from);
  }

  /** The people are one already, so a failure here must not fail the call: a worker finds the job when its lease ends. */
  private async moveSome(job: HeldJob, from: string): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    try {
      await this.moves.run(job, from, { isOver: () => performance.now() > until });
    } catch (error) {
      const ids = { workspace_id: job.workspace_id, job_id: job.id, request_id: job.request_id };
      this.logger.warn({ err: error, ...ids }, 'rows of a folded person were not moved yet; a worker retries');
    }
  }
}

function hasAddressOf(source: HeldPerson, { email, number }: Fold['fields']): boolean {
  const given = [email == null ? null : emailKey(email), number ?? null];
  return addressesOf(source).some((address) => given.includes(address));
}
