import { Inject, Injectable } from '@nestjs/common';
import { Database, once, type IdempotencyClaim, type Replayed, type StoredAnswer } from '@dundun/platform/database';
import { isStorableObject, type JsonObject } from '@dundun/domain';
import type { Caller, Origin } from '@dundun/platform/http';
import { nameOf } from './batch-items.js';
import { UserJobs } from '../jobs/user-jobs.repository.js';

/** Stores batches of users and events as they were sent. Each item is checked when its turn comes; one that cannot be stored is kept as null. */
@Injectable()
export class UserBatches {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserJobs) private readonly jobs: UserJobs,
  ) {}

  async accept(
    { workspaceId }: Caller,
    items: JsonObject[],
    origin: Origin,
    claim?: IdempotencyClaim,
  ): Promise<StoredAnswer | Replayed> {
    const effect = async () => ({ body: { job: await this.store(workspaceId, items, origin) } });
    return claim ? once(this.database, claim, effect) : this.database.transaction(effect);
  }

  private async store(workspaceId: number, items: JsonObject[], origin: Origin): Promise<string> {
    const details = { evidence: { ...origin, method: 'api' as const } };
    const { requestId } = origin;
    const id = await this.jobs.add({ workspaceId, kind: 'batch', total: items.length, details, requestId });
    const rows = items.map((item, index) => ({ index, ...nameOf(item), body: isStorableObject(item) ? item : null }));
    await this.jobs.addItems(workspaceId, id, rows);
    return id;
  }
}
