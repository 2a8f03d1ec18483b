import type { Weekday } from '../segments/days.js';
import type { PropertyTest, SegmentNode } from '../segments/tree.js';

/** Limits of one graph. */
export const GRAPH_LIMITS = {
  bytes: 262_144,
  steps: 200,
  branches: 10,
  idLength: 40,
  textLength: 1_000,
  smsLength: 2_000,
  changes: 20,
  keptFields: 10,
  days: 366,
  entryBytes: 8_192,
  /** Of the answer of a webhook from which fields are kept. */
  answerBytes: 8_192,
} as const;

/** A length of time; from days on it is counted in the calendar of the person's zone. */
export type Length = { minutes: number } | { hours: number } | { days: number } | { weeks: number };

/** A time of day: `09:00`. */
export type LocalTime = string;

export const LIST_CHANGES = ['subscribed', 'confirmed', 'unsubscribed'] as const;
export const SEGMENT_ENTRANCES = ['enters', 'leaves'] as const;

/** What makes people enter. With `old_facts`, events of long ago and imports do too. */
export type Trigger = (
  | { kind: 'event'; event: string; where?: PropertyTest[]; key?: string }
  | { kind: 'segment'; segment: string; change: (typeof SEGMENT_ENTRANCES)[number] }
  | { kind: 'list'; list: string; change: (typeof LIST_CHANGES)[number] }
  | { kind: 'date'; attribute: string; every: 'once' | 'year'; days: number; at: LocalTime }
  | { kind: 'schedule'; segment: string; every: 'day' | 'week' | 'month'; on?: number[]; at: LocalTime }
  | { kind: 'api' }
) & { old_facts?: true };
export type TriggerKind = Trigger['kind'];

/** Who may enter again: nobody, after the end, after days since the last entrance, or once for each key of the trigger. */
export type ReEntry =
  | { policy: 'never' }
  | { policy: 'after_end' }
  | { policy: 'after_days'; days: number }
  | { policy: 'each_key'; at_once?: number };

/** What ends a run from any step and counts as a conversion. Watched from the entrance on. */
export type Goal = { event: string; where?: PropertyTest[] } | { segment: string };

export interface AutomationSettings {
  /** Who may enter, decided once. */
  filter?: SegmentNode;
  reentry: ReEntry;
  /** Ends the run of who enters this segment. */
  exit_when?: string;
  /** The list by whose consent steps send that name none; whoever leaves it ends. */
  list?: string;
  keep_when_left?: true;
  /** Of people who have no zone of their own. */
  time_zone?: string;
}

/** What a wait is woken by. `same` compares a property of the event with one of the entrance. */
export type WakeUp =
  | { event: string; where?: PropertyTest[]; same?: { property: string; entry: string } }
  | { segment: string }
  | { clicked: string };

/** What a branch asks: a tree about the person, tests of the entrance, or whether the mail of an earlier step was clicked. */
export type Question = { match: SegmentNode } | { entry: PropertyTest[] } | { clicked: string };

/** A change of the person. `increment` takes the place of `set` for numbers. */
export type Change =
  | { set: string; to: string | number | boolean }
  | { unset: string }
  | { increment: string; by: number }
  | { add_to: string }
  | { remove_from: string }
  | { track: string; properties?: Record<string, string | number | boolean> };

/** The mail or SMS of a step. Quiet hours and caps postpone it until it expires, or skip it. */
interface Send {
  list?: string;
  late: 'wait' | 'skip';
  expires: Length;
  next: string;
}

export type Step = { id: string; name?: string } & (
  | { kind: 'delay'; for: Length; next: string }
  | { kind: 'delay'; until: { at: LocalTime; weekdays?: Weekday[] }; next: string }
  | { kind: 'delay'; until_date: { attribute: string; days: number; at: LocalTime }; next: string }
  | { kind: 'wait'; wake: (WakeUp & { next: string })[]; timeout: Length; else: string }
  | { kind: 'branch'; branches: (Question & { next: string })[]; else: string }
  | { kind: 'split'; shares: { percent: number; next: string }[] }
  | ({ kind: 'email'; template: string; profile?: string } & Send)
  | ({ kind: 'sms'; template?: string; text?: string; from?: string } & Send)
  | { kind: 'webhook'; url: string; keep?: string[]; next: string; failed: string }
  | { kind: 'update'; changes: Change[]; next: string }
  | { kind: 'exit' }
);
export type StepKind = Step['kind'];
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>;

/** An automation as it is drawn. Every path ends in an exit; none comes back. */
export interface AutomationGraph {
  trigger: Trigger;
  settings: AutomationSettings;
  goal?: Goal;
  first: string;
  steps: Step[];
}

/** Where a way out of a step leads. */
export interface Way {
  label: string;
  to: string;
  /** Below the step, such as `wake[0].next`. */
  path: string;
}

/** Returns the ways out of a step in the order in which they are drawn; an exit has none. */
export function waysOf(step: Step): Way[] {
  const labelled = (name: string, parts: readonly { next: string }[]): Way[] =>
    parts.map(({ next }, index) => ({ label: `${index}`, to: next, path: `${name}[${index}].next` }));
  switch (step.kind) {
    case 'exit':
      return [];
    case 'wait':
      return [...labelled('wake', step.wake), { label: 'else', to: step.else, path: 'else' }];
    case 'branch':
      return [...labelled('branches', step.branches), { label: 'else', to: step.else, path: 'else' }];
    case 'split':
      return labelled('shares', step.shares);
    case 'webhook':
      return [
        { label: 'next', to: step.next, path: 'next' },
        { label: 'failed', to: step.failed, path: 'failed' },
      ];
    case 'delay':
    case 'email':
    case 'sms':
    case 'update':
      return [{ label: 'next', to: step.next, path: 'next' }];
  }
}

/** Whether a step keeps people for a time that is known beforehand or until something happens. */
export const isResting = ({ kind }: Step): boolean => kind === 'delay' || kind === 'wait' || kind === 'webhook';

export const isSend = (step: Step): step is StepOf<'email' | 'sms'> => step.kind === 'email' || step.kind === 'sms';
