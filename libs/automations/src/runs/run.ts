import type { BranchQuestion, LocalDate, StepChange, StepOf } from '@dundun/domain';

/** What a step makes, once for each visit. */
export type Effect =
  | { kind: 'email' | 'sms'; step: StepOf<'email' | 'sms'>; list: string }
  | { kind: 'webhook'; step: StepOf<'webhook'> }
  | { kind: 'update'; changes: StepChange[] };

/** Why a run is over. */
export type EndReason = 'done' | 'goal' | 'exit' | 'left' | 'erased' | 'merged' | 'removed' | 'stopped' | 'failed';

/** What a run has to know about its person to go on. */
export type Ask =
  | { ask: 'question'; step: string; index: number; question: BranchQuestion }
  | { ask: 'consent'; list: string; channel: 'email' | 'sms' }
  | { ask: 'date'; attribute: string };
/** A yes or no; for a date its day, for a consent that does not help the reason. */
export type Answer = boolean | LocalDate | null;
