import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import type { OpenSource } from '../intake/sources.repository.js';
import { mapEvent } from '../mapping/mapped-event.js';
import { Mappings } from '../mapping/mappings.service.js';
import { ALL_PEOPLE, type DueEvent, type EventResult, type Holding } from './due-event.js';
import { failed, ignored, waitingFor } from './event-results.js';
import { logFault } from './fault-log.js';
import type { Planned } from './source-rounds.js';

/** A slow mapping leaves the rest of a chunk to the next one, so that other sources proceed and the process can stop. */
const PLANNING_MS = 3_000;

/** The events of a chunk that have effects, and the results of the others. */
export interface ChunkPlan {
  planned: Planned[];
  results: EventResult[];
  /** Whether events of the chunk are left for the next one. */
  isCutOff: boolean;
}

/** Decides what the due events of a source mean, before anything is written. */
@Injectable()
export class SourcePlanner {
  constructor(
    @Inject(Mappings) private readonly mappings: Mappings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param holding set while an event without a known person is tried again */
  async plan(open: OpenSource, rows: DueEvent[], holding: Holding | undefined): Promise<ChunkPlan> {
    const plan: ChunkPlan = { planned: [], results: [], isCutOff: false };
    const start = performance.now();
    for (const row of rows) {
      if (performance.now() - start > PLANNING_MS) return { ...plan, isCutOff: true };
      // An event can be a megabyte: let other work run between two of them.
      await setImmediate();
      if (holding && holding.first < row.id) {
        plan.results.push(waitingFor(row, holding));
        continue;
      }
      const next = await this.read(open, row);
      if ('effects' in next) plan.planned.push(next);
      else plan.results.push(next);
      if ('holds' in next && next.holds !== undefined) return { ...plan, isCutOff: true };
    }
    return plan;
  }

  private async read(open: OpenSource, row: DueEvent): Promise<Planned | EventResult> {
    const { workspaceId } = open.source;
    try {
      const {
        ignored: reason,
        effects,
        notices,
      } = await mapEvent(open, row.payload, (mapping, input) => this.mappings.evaluate(workspaceId, mapping, input));
      if (reason !== null) return ignored(row, reason);
      return effects.length === 0 ? ignored(row, 'it has no effect') : { row, effects, notices };
    } catch (error) {
      logFault(this.logger, row, error);
      // The person is unknown, so all later events wait, but only for the second attempt: more would hold them up for a day.
      return failed(row, error, row.attempts === 0 ? ALL_PEOPLE : undefined);
    }
  }
}
