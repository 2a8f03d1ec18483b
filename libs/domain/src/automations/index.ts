export type { KnownTemplate, KnownToAutomations } from './checks.js';
export { delayedUntil, laterBy } from './clock.js';
export { compareSteps, isSameStep, STEP_CHANGES, type StepChangeKind } from './compare.js';
export { compileAutomation, type Compiled, type CompiledAutomation, type CompiledStep } from './compile.js';
export {
  GRAPH_LIMITS,
  isResting,
  isSend,
  waysOf,
  type AutomationGraph,
  type AutomationSettings,
  type Change as StepChange,
  type Goal as AutomationGoal,
  type Length as StepLength,
  type Question as BranchQuestion,
  type ReEntry,
  type Step as AutomationStep,
  type StepKind,
  type StepOf,
  type Trigger as AutomationTrigger,
  type WakeUp,
} from './graph.js';
export { dateFor, nextScheduled, recursOn } from './occurrences.js';
export { readAutomationGraph } from './read.js';
export { AUTOMATION_GRAPH_SCHEMA } from './schema.js';
export { letsIn, type EarlierEntrance } from './reentry.js';
export { shareOf } from './share.js';
export { isSame, meetsAll, type Told } from './value-tests.js';
export { AUTOMATION_STATES, automationStateAfter, type AutomationAction, type AutomationState } from './state.js';
