import { Inject, Injectable } from '@nestjs/common';
import { OptinNeedsSenderError, UnknownListError } from '@dundun/domain';
import { Lists } from '@dundun/lists';
import { Database } from '@dundun/platform/database';
import { Memberships } from '@dundun/subscribers';
import { BulkClaims } from '../jobs/bulk-claims.repository.js';
import { HopelessError, type BulkRun, type HeldBulkJob, type Pace } from '../jobs/bulk-job.js';
import { confirmationsOf } from './confirmations.service.js';
import { START, UnaskedMembers, type PendingMember, type PendingPlace } from './unasked-members.repository.js';

const PATIENCE = "SET LOCAL lock_timeout = '2s'";
/** Members who are looked at together. */
const WINDOW = 500;
/** A step mails for half a minute, so that the rate is even and a step is short. */
const STEPS_PER_HOUR = 120;
const SECONDS_PER_HOUR = 3_600;

/**
 * Asks pending members for their confirmation, so many an hour. How far the job is and when it goes on commit with the mails, so
 * a kill neither repeats nor hastens one.
 */
@Injectable()
export class ConfirmationsRun implements BulkRun {
  readonly kinds = ['confirmations'] as const;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BulkClaims) private readonly claims: BulkClaims,
    @Inject(UnaskedMembers) private readonly members: UnaskedMembers,
    @Inject(Memberships) private readonly memberships: Memberships,
    @Inject(Lists) private readonly lists: Lists,
  ) {}

  async run(job: HeldBulkJob, pace: Pace): Promise<void> {
    const { list, import: importId, per_hour } = confirmationsOf(job);
    await this.checkList(job.workspace_id, list);
    const most = Math.min(WINDOW, Math.max(1, Math.ceil(per_hour / STEPS_PER_HOUR)));
    const scope = { list, import: importId, until: job.created_at };
    for (;;) {
      if (pace.isOver()) return this.claims.release(job);
      const place = job.place ? (JSON.parse(job.place) as PendingPlace) : START;
      const window = await this.members.after(job.workspace_id, scope, place, WINDOW);
      const seen = upTo(window, most);
      const asked = seen.filter(({ is_unasked }) => is_unasked);
      const isOver = seen.length === window.length && window.length < WINDOW;
      await this.step(job, seen, asked, isOver ? null : (asked.length / per_hour) * SECONDS_PER_HOUR);
      if (isOver || asked.length > 0) return;
    }
  }

  /** @param wait seconds until the next step; null when this is the last */
  private step(job: HeldBulkJob, seen: PendingMember[], asked: PendingMember[], wait: number | null): Promise<void> {
    const { workspace_id: workspaceId } = job;
    const { list: listId, evidence } = confirmationsOf(job);
    return this.database.transaction(async () => {
      await this.database.execute(PATIENCE);
      await this.claims.ahead(job);
      const uids = asked.map(({ uid }) => uid);
      const mailed = uids.length > 0 ? await this.ask(workspaceId, listId, uids, evidence) : 0;
      const last = seen.at(-1);
      const place = last ? JSON.stringify({ at: last.joined_at.toISOString(), id: last.person_id }) : (job.place ?? '');
      const counts = { mailed, not_mailed: asked.length - mailed };
      await this.claims.step(job, { done: asked.length, counts, place });
      if (wait === null) await this.claims.end(job, 'done');
      else if (asked.length > 0) await this.claims.release(job, wait);
    });
  }

  private async ask(
    workspaceId: number,
    listId: string,
    uids: string[],
    evidence: ReturnType<typeof confirmationsOf>['evidence'],
  ): Promise<number> {
    try {
      return await this.memberships.askToConfirm({ workspaceId, listId }, uids, evidence);
    } catch (error) {
      if (error instanceof OptinNeedsSenderError) throw new HopelessError(error.message);
      throw error;
    }
  }

  private async checkList(workspaceId: number, id: string): Promise<void> {
    const list = await this.lists.find(workspaceId, id).catch((error: unknown) => {
      if (error instanceof UnknownListError) throw new HopelessError('the list was deleted');
      throw error;
    });
    if (list.archivedAt) throw new HopelessError('the list was archived');
  }
}

/** Returns the members up to the one who completes a step. */
function upTo(window: PendingMember[], most: number): PendingMember[] {
  let unasked = 0;
  const end = window.findIndex(({ is_unasked }) => is_unasked && ++unasked === most);
  return end < 0 ? window : window.slice(0, end + 1);
}
