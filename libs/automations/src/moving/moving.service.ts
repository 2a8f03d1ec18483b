import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { AutomationsRepository } from '../definitions/automations.repository.js';
import { hooksOfRun, hooksOfStep, type Hook } from '../runs/hooks.js';
import { Waits } from '../runs/waits.repository.js';
import { moveRun } from './move-run.js';
import { Moves, type MoveRow } from './moves.repository.js';
import { FIRST, MovingRuns, type MovedRun, type MovingRun } from './moving-runs.repository.js';

/** Runs that are moved in one transaction. */
const SLICE = 500;

/**
 * Takes people to another version while they go on and things happen to them. A slice is one transaction that has locked its runs:
 * nobody steps or wakes them meanwhile, and after a crash nothing of it is there, or all.
 */
@Injectable()
export class Moving {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Moves) private readonly moves: Moves,
    @Inject(MovingRuns) private readonly runs: MovingRuns,
    @Inject(AutomationsRepository) private readonly versions: AutomationsRepository,
    @Inject(Waits) private readonly waits: Waits,
  ) {}

  /**
   * Moves everybody who can be moved now, and finishes the move if nobody is left.
   * @returns how many were taken from their version
   */
  async pass(move: MoveRow, stopping?: AbortSignal, slice = SLICE): Promise<number> {
    let [taken, after] = [0, FIRST];
    for (;;) {
      const { last, count } = await this.slice(move, after, slice);
      taken += count;
      if (!last || stopping?.aborted) break;
      after = last;
    }
    await this.moves.finish(move);
    return taken;
  }

  private slice(move: MoveRow, after: typeof FIRST, most: number): Promise<{ last?: MovingRun; count: number }> {
    const { workspace_id: workspaceId, automation_id: automationId, version } = move;
    return this.database.transaction(async () => {
      if (!(await this.moves.holds(move))) return { count: 0 };
      const runs = await this.runs.lock(workspaceId, automationId, version, after, most);
      const to = await this.versions.version(workspaceId, automationId, version);
      const [moved, hooks]: [MovedRun[], (Hook & { person_id: string; enrolment_id: string })[]] = [[], []];
      for (const run of runs) {
        const next = moveRun(run, await this.versions.version(workspaceId, automationId, run.version), to);
        if (!next) continue;
        moved.push(next);
        if (next.step === null) continue;
        const place = { step: next.step, visit: run.visit + 1 };
        const resting =
          next.rests_since === null || next.way !== null ? [] : hooksOfStep(to, place, (step) => run.messages?.[step]);
        hooks.push(...[...hooksOfRun(to), ...resting].map((hook) => ({ ...hook, person_id: run.person_id, enrolment_id: run.id }))); // prettier-ignore
      }
      await this.runs.write(workspaceId, automationId, version, moved);
      await this.waits.arm(workspaceId, hooks);
      const ended = moved.filter(({ step }) => step === null).length;
      if (moved.length > 0) await this.moves.count(move, moved.length - ended, ended);
      const last = runs.at(-1);
      return { count: moved.length, ...(last && { last }) };
    });
  }
}
