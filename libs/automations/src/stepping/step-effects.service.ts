import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DueEnrolment } from '../runs/due-enrolments.repository.js';
import { grouped } from '../runs/grouped.js';
import type { Effect } from '../runs/run.js';

/** An effect of one visit. Its id is made from the visit, so a step that is repeated meets what it made. */
export interface PlacedEffect {
  id: string;
  workspaceId: number;
  enrolment: DueEnrolment;
  visit: number;
  effect: Effect;
}

/** Returns the id of what a visit makes. */
export function effectId(enrolmentId: string, visit: number): string {
  const bytes = createHash('sha256').update(`${enrolmentId} ${visit}`).digest().subarray(0, 16);
  // Version 8: made by a rule of its own.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** What makes the effects of steps, by their kind. */
@Injectable()
export class StepEffects {
  private readonly makers = new Map<Effect['kind'], EffectMaker>();

  /** Called by the constructor of `EffectMaker`. */
  add(maker: EffectMaker): void {
    for (const kind of maker.kinds) this.makers.set(kind, maker);
  }

  /** Makes effects as rows of the open transaction. No maker calls the network. */
  async make(effects: readonly PlacedEffect[]): Promise<void> {
    for (const [kind, mine] of grouped(effects, ({ effect }) => effect.kind)) {
      const maker = this.makers.get(kind);
      if (!maker) throw new Error(`steps of the kind ${kind} cannot be taken yet`);
      await maker.make(mine);
    }
  }
}

/** Makes the effects of some kinds of steps. */
export abstract class EffectMaker {
  protected constructor(
    effects: StepEffects,
    readonly kinds: readonly Effect['kind'][],
  ) {
    effects.add(this);
  }

  abstract make(effects: readonly PlacedEffect[]): Promise<void>;
}
