import { Inject, Injectable } from '@nestjs/common';
import { Identities } from '@dundun/accounts';
import type { MergeUsersBody } from '@dundun/contracts';
import { InvalidInputError, RateLimitedError } from '@dundun/domain';
import { Database, once, type IdempotencyClaim, type Replayed, type StoredAnswer } from '@dundun/platform/database';
import type { Caller, Origin } from '@dundun/platform/http';
import { UserJobs } from '../jobs/user-jobs.repository.js';

/** Open merges with the key alone per workspace, and when a refused caller may retry. */
const MOST_BY_KEY = 1_000;
const WAIT_SECONDS = 10;

/** Queues the merge of two people. The job checks whether it is allowed and necessary. */
@Injectable()
export class MergeUsers {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserJobs) private readonly jobs: UserJobs,
    @Inject(Identities) private readonly identities: Identities,
  ) {}

  /**
   * Queues the merge of an API call.
   * @param signature of the destination's uid, from a caller with the key alone
   * @throws WrongIdentityError, IdentityNeededError, and what `queue` throws
   */
  async queueFor(
    caller: Caller,
    body: MergeUsersBody,
    origin: Origin,
    signature: string | undefined,
    claim?: IdempotencyClaim,
  ): Promise<StoredAnswer | Replayed> {
    const { workspaceId, level } = caller;
    const isProven = level === 'full' || (await this.identities.of(workspaceId)).prove(body.destination, signature);
    return this.queue({ ...caller, isProven }, body, origin, claim);
  }

  /**
   * Queues a merge. A caller with the key alone who is not proven (by default, unless the workspace leaves public keys open)
   * moves only events. With the key alone the answer is always the same, so that it does not reveal who exists.
   * @throws InvalidInputError, RateLimitedError
   */
  async queue(
    { workspaceId, level, isProven }: Pick<Caller, 'workspaceId' | 'level'> & { isProven?: boolean },
    { source, destination }: MergeUsersBody,
    { requestId }: Origin,
    claim?: IdempotencyClaim,
  ): Promise<StoredAnswer | Replayed> {
    if (source === destination)
      throw new InvalidInputError([{ field: 'destination', message: 'must be another user than source' }]);
    const isTrusted = level === 'full' || (isProven ?? !(await this.identities.of(workspaceId)).isStrict);
    const details = { source, destination, level, ...(!isTrusted && { only: 'events' as const }) };
    const add = async () => {
      if (level === 'key' && (await this.jobs.areManyByKey(workspaceId, MOST_BY_KEY)))
        throw new RateLimitedError(WAIT_SECONDS);
      return this.jobs.add({ workspaceId, kind: 'merge', total: 1, details, requestId });
    };
    const effect = async () => ({ body: { job: await add() } });
    return claim ? once(this.database, claim, effect) : this.database.transaction(effect);
  }
}
