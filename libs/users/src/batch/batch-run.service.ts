import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IdempotencyInProgressError, Refusal, UnavailableError } from '@dundun/domain';
import { Events } from '@dundun/events';
import { Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import { BatchMarks, MarkWriter, type ItemMark, type WaitingItem } from './batch-marks.repository.js';
import { workOf } from './batch-items.js';
import type { HeldJob, Pace, UserJobRun } from '../jobs/user-job.js';
import { fieldsOf, hintsOf } from '../api/user-fields.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';
import { Users } from '../api/users.service.js';

/** The number of ids whose items run concurrently. */
const AT_ONCE = 32;

/**
 * Runs the items of a batch: items of one id in order, different ids concurrently. The effect of an item is stored together
 * with an idempotency key, so that a repeated run changes nothing twice.
 */
@Injectable()
export class BatchRun implements UserJobRun {
  constructor(
    @Inject(BatchMarks) private readonly marks: BatchMarks,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
    @Inject(Users) private readonly users: Users,
    @Inject(Events) private readonly events: Events,
  ) {}

  async run(job: HeldJob, pace: Pace): Promise<void> {
    const chains = chainsOf(await this.marks.waiting(job));
    const writer = new MarkWriter(this.marks, job);
    const faults: unknown[] = [];
    const worker = async () => {
      for (let chain = chains.shift(); chain; chain = chains.shift()) {
        for (const item of chain) {
          if (pace.isOver() || writer.isLost) return;
          try {
            writer.add({ index: item.index, ...(await this.settle(job, item)) });
          } catch (error) {
            // Later items of the same id must not overtake it; other ids continue.
            faults.push(error);
            break;
          }
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await writer.close();
    if (faults.length > 0) throw worst(faults);
    if ((await this.marks.waiting(job)).length > 0) await this.claims.release(job);
    else await this.claims.end(job, 'done', null);
  }

  async giveUp(job: HeldJob, reason: string): Promise<void> {
    const left = await this.marks.waiting(job);
    await this.marks.keep(
      job,
      left.map(({ index }) => ({ index, error: reason })),
    );
    await this.claims.end(job, 'failed', reason);
  }

  /** @returns the reason of a refusal, or null when the item is done */
  private async settle(job: HeldJob, item: WaitingItem): Promise<Omit<ItemMark, 'index'>> {
    try {
      return { error: null, notices: await this.apply(job, item) };
    } catch (error) {
      if (!(error instanceof Refusal) || isPassing(error)) throw error;
      return { error: error.message };
    }
  }

  /** @returns the notices of the single call */
  private async apply(job: HeldJob, { index, body }: WaitingItem): Promise<string[]> {
    const { workspace_id: workspaceId, details } = job;
    const work = workOf(body);
    const claim = claimOf(job, index);
    if (work.kind === 'track') {
      // The event key lasts a week and belongs to the person; the claim lasts a day, even when the person is merged.
      const event_id = work.body.event_id ?? `batch ${job.id} ${index}`;
      await this.events.track(workspaceId, work.uid, { ...work.body, event_id }, claim);
      return work.notices;
    }
    const evidence = details.evidence ?? { method: 'api' };
    const scope = { workspaceId, level: 'full' as const, evidence };
    const written = await this.users.write(scope, work.uid, fieldsOf(work.body), claim);
    const notices = [...hintsOf(work.body), ...work.notices];
    return [...notices, ...(written instanceof Replayed ? (written.answer.notices ?? []) : written.notices)];
  }
}

/** Groups items by id, in order. */
function chainsOf(items: WaitingItem[]): WaitingItem[][] {
  const chains = new Map<string | number, WaitingItem[]>();
  for (const item of items) {
    const name = item.uid ?? item.index;
    const chain = chains.get(name);
    if (chain) chain.push(item);
    else chains.set(name, [item]);
  }
  return [...chains.values()];
}

/** No request has this method, so no caller can use the same key. */
const claimOf = ({ workspace_id, id }: HeldJob, index: number): IdempotencyClaim => ({
  workspaceId: workspace_id,
  method: 'BATCH',
  path: id,
  key: String(index),
  fingerprint: createHash('sha256').update(`${id} ${index}`).digest(),
});

const isPassing = (error: unknown) => error instanceof UnavailableError || error instanceof IdempotencyInProgressError;

/** Prefers a permanent error, which counts as a try. */
const worst = (faults: unknown[]): unknown => faults.find((fault) => !isPassing(fault)) ?? faults[0];
