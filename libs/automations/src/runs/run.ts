import type { BranchQuestion, LocalDate, MessageChannel, StepChange, StepOf } from '@dundun/domain';

/** What a step makes, once for each visit. */
export type Effect =
  | { kind: 'email' | 'sms'; step: StepOf<'email' | 'sms'>; list: string }
  | { kind: 'webhook'; step: StepOf<'webhook'> }
  | { kind: 'update'; changes: StepChange[] };

/** Why a run is over. */
export type EndReason = 'done' | 'goal' | 'exit' | 'left' | 'erased' | 'merged' | 'removed' | 'stopped' | 'failed';

/** Why a message has to wait, and until when. */
export interface Hold {
  reason: 'quiet_hours' | 'capped';
  until: Date;
  /** The cap of the workspace that is used up. */
  cap?: { limit: number; per: 'day' | 'week' };
}

/** A hold as a run keeps it, with the visit that it holds. */
export type KeptHold = Omit<Hold, 'until'> & { until: string; visit: number };

/** What a run has to know about its person to go on. */
export type Ask =
  | { ask: 'question'; step: string; index: number; question: BranchQuestion }
  | { ask: 'consent'; list: string; channel: MessageChannel }
  /** Whether a message may leave now. A yes promises it, within the caps. */
  | { ask: 'hold'; step: string; channel: MessageChannel }
  | { ask: 'date'; attribute: string };
/** A yes or no; for a date its day, for a consent that does not help the reason, for a message that has to wait its hold. */
export type Answer = boolean | LocalDate | Hold | null;
