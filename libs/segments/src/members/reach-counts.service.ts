import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnavailableError, type SegmentNode } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { LRUCache } from 'lru-cache';
import { NIL } from '../conditions/plan.js';
import { SegmentTrees } from '../definitions/segment-trees.service.js';
import { PeopleWalk } from './people-walk.repository.js';
import { FEW, SegmentMembers } from './segment-members.repository.js';

/** Everybody who was counted at one time, and how many of them can get email and SMS. */
export interface Reach {
  people: number;
  email: number;
  sms: number;
  at: Date;
}

/** What is known now, and whether it is being counted again. */
export interface KnownReach {
  counted: Reach | null;
  isCounting: boolean;
}

interface Kept {
  counted: Reach | null;
  /** When it is counted again, if somebody asks. */
  until: number;
  counting: Promise<void> | null;
}

/** How long an answer waits for a count. A longer count goes on, and is there for the next answer. */
const PATIENCE_MS = 250;
const FRESH_MS = 2_000;
/** A count that took a second stays for twenty, so that counting takes a twentieth of the time at most. */
const REST = 20;
const MOST_KEPT = 1_000;
const READING: SegmentNode = { reachable: 'email' };

/**
 * Counts exactly who can be reached, in steps of a thousand people, and keeps the counts in memory. Answers do not wait for a
 * count of a million people: they have the last one, with its time.
 */
@Injectable()
export class ReachCounts implements BeforeApplicationShutdown {
  private readonly kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(
    @Inject(SegmentTrees) private readonly trees: Pick<SegmentTrees, 'plan'>,
    @Inject(SegmentMembers) private readonly members: Pick<SegmentMembers, 'reach'>,
    @Inject(PeopleWalk) private readonly walk: Pick<PeopleWalk, 'next'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param list only the people on it, who can be reached if they agreed there */
  async of(workspaceId: number, list?: string): Promise<KnownReach> {
    const key = `${workspaceId} ${list ?? ''}`;
    const kept = this.kept.get(key) ?? { counted: null, until: 0, counting: null };
    this.kept.set(key, kept);
    if (!kept.counting && performance.now() >= kept.until) this.begin(kept, workspaceId, list);
    if (kept.counting) await within(PATIENCE_MS, kept.counting);
    return { counted: kept.counted, isCounting: kept.counting !== null };
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private begin(kept: Kept, workspaceId: number, list: string | undefined): void {
    const begun = performance.now();
    const counting = this.count(workspaceId, list)
      .then((counted) => void (kept.counted = counted))
      .catch((error: unknown) =>
        this.logger.warn(
          { err: error, workspace_id: workspaceId, list_id: list },
          'people who can be reached were not counted',
        ),
      ) // prettier-ignore
      .finally(() => {
        const now = performance.now();
        kept.until = now + Math.max(FRESH_MS, REST * (now - begun));
        kept.counting = null;
        this.running.delete(counting);
      });
    kept.counting = counting;
    this.running.add(counting);
  }

  private async count(workspaceId: number, list: string | undefined): Promise<Reach> {
    const reading = await this.trees.plan(workspaceId, READING);
    const reach = { people: 0, email: 0, sms: 0, at: new Date() };
    for (let after = NIL; ;) {
      if (this.stopped) throw new UnavailableError();
      const people = await this.walk.next(workspaceId, after, list);
      const { email, sms } = await this.members.reach(reading, people, list);
      reach.people += people.length;
      reach.email += email;
      reach.sms += sms;
      const last = people.at(-1);
      if (last === undefined || people.length < FEW) return reach;
      after = last;
    }
  }
}

/** Waits for work that goes on afterwards. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}
