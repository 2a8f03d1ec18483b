import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import type { Entrance } from './entrances.repository.js';
import { grouped } from '../runs/grouped.js';
import { StormCounts } from './storm-counts.repository.js';

/** Entrances between two counts: rare enough to cost nothing. */
const EVERY = 1_000;
const NOTE = (most: number) =>
  `Over ${most.toLocaleString('en')} people entered within 10 minutes, so nobody enters any more. Look whether that is meant, and resume.`;

/** Closes an automation that far more people enter than usual, such as by an import. Those inside go on. */
@Injectable()
export class StormGuard {
  /** Entrances in ten minutes. Tests make it small. */
  most = 50_000;
  every = EVERY;
  private readonly since = new Map<string, number>();

  constructor(
    @Inject(StormCounts) private readonly counts: StormCounts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Counts who has entered in the open transaction. */
  async watch(workspaceId: number, entered: readonly Entrance[]): Promise<void> {
    for (const [id, mine] of grouped(entered, ({ automation_id }) => automation_id)) {
      const since = (this.since.get(id) ?? 0) + mine.length;
      this.since.set(id, since < this.every ? since : 0);
      if (since < this.every || (await this.counts.recent(workspaceId, id, this.most + 1)) <= this.most) continue;
      if (await this.counts.close(workspaceId, id, NOTE(this.most)))
        this.logger.error({ workspace_id: workspaceId, automation_id: id }, 'an automation was closed: too many people entered at once'); // prettier-ignore
    }
  }
}
