import { letsIn, type CompiledAutomation, type Told } from '@dundun/domain';
import { isTooLarge, isTriggered, keyOf, type Occasion } from '../entering/occasion.js';
import { firstOf, hooksOfRun, hooksOfStep, isMet } from '../runs/hooks.js';
import type { Answer, Ask } from '../runs/run.js';
import { advance } from '../stepping/advance.js';
import type { Place } from '../stepping/place.js';

/** Something that happened to a person. */
export interface Happening {
  at: Date;
  /** What triggers and waits know it by; null for an entrance by itself. */
  occasion: Occasion | null;
  /** What an event says, or the data of an entrance. */
  told: Told;
  /** Whether it is too old to let anybody in. */
  isOld: boolean;
  /** The key of an entrance by itself. */
  key?: string;
}

/** What a walk goes by. */
export interface Ground {
  version: CompiledAutomation;
  personId: string;
  /** Makes the shares of splits those of the automation. */
  salt: string;
  zone: string;
  /** In the order of their times. */
  happenings: readonly Happening[];
  until: Date;
  /** Whether the filter lets the person in. */
  isWelcome: boolean;
  answer: (ask: Ask, entry: Told, at: Date) => Answer;
  /** Whether people click the mail of a step, or the webhook of a step answers well: nobody can know. */
  assumes: (step: string) => boolean;
}

/** A run of a walk. */
export interface WalkedRun {
  key: string;
  enteredAt: Date;
  entry: Told;
  visits: { step: number; outcome: string; at: Date }[];
  /** When steps sent. */
  sends: Date[];
  place: Place;
  dueAt: Date;
  end: string | null;
  /** The steps that sent something which could be clicked. */
  sent: Set<string>;
}

/** What an automation would have done with one person. */
export interface Walk {
  runs: WalkedRun[];
  /** How often re-entry kept the person out. */
  refused: number;
}

/**
 * Takes a person through a version in memory, by a clock that jumps from one thing that happens to the next. Steps, hooks and
 * triggers are the functions by which workers go.
 */
export function walk(ground: Ground): Walk {
  const walked: Walk = { runs: [], refused: 0 };
  for (const happening of ground.happenings) {
    pass(ground, walked, happening.at);
    const before = walked.runs.filter(({ end }) => end === null);
    enter(ground, walked, happening);
    // What brings somebody in does not wake the run that it begins.
    for (const run of before) hear(ground, run, happening);
  }
  pass(ground, walked, ground.until);
  return walked;
}

/** Steps what is due before an instant, the earliest first. */
function pass(ground: Ground, { runs }: Walk, until: Date): void {
  for (;;) {
    const due = runs.filter(({ end, dueAt }) => end === null && dueAt < until);
    const [first] = due.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
    if (!first) return;
    step(ground, first);
  }
}

function enter(
  { version, isWelcome }: Ground,
  walked: Walk,
  { at, occasion, told, isOld, key: named }: Happening,
): void {
  const { trigger, settings } = version;
  const isItself = occasion === null;
  if (!isItself && (!isTriggered(trigger, occasion, told) || (isOld && !trigger.old_facts))) return;
  if (!isWelcome || isTooLarge(told)) return;
  const key = isItself ? (named ?? '') : keyOf(settings.reentry, trigger.kind === 'event' ? trigger.key : undefined, told); // prettier-ignore
  if (key === undefined) return;
  const earlier = walked.runs.map((run) => ({ key: run.key, enteredAt: run.enteredAt, isInside: run.end === null }));
  if (!letsIn(settings.reentry, earlier, { key, at })) {
    walked.refused++;
    return;
  }
  const place: Place = { step: 0, visit: 1, restsSince: null, way: null };
  walked.runs.push({ key, enteredAt: at, entry: told, visits: [], sends: [], place, dueAt: at, end: null, sent: new Set() }); // prettier-ignore
}

function hear(ground: Ground, run: WalkedRun, { at, occasion, told }: Happening): void {
  if (!occasion || !isSound(occasion)) return;
  const { version } = ground;
  const isResting = run.place.restsSince !== null && run.place.way === null;
  const hooks = [...hooksOfRun(version), ...(isResting ? hooksOfStep(version, run.place, () => undefined) : [])];
  const met = hooks.filter((hook) => hook.kind === occasion.kind && hook.key === occasion.key && isMet(version, hook, run.place.step, told, run.entry)); // prettier-ignore
  const first = firstOf(met);
  if (!first) return;
  if (first.visit === 0) run.end = first.way;
  else Object.assign(run, { place: { ...run.place, way: first.way }, dueAt: at });
}

/** Waits hear who enters a segment and who leaves a list. */
const isSound = ({ kind, changes = [] }: Occasion): boolean =>
  kind === 'event' || changes.includes(kind === 'segment' ? 'enters' : 'unsubscribed');

function step({ version, zone, personId, salt, answer, assumes }: Ground, run: WalkedRun): void {
  const now = run.dueAt;
  const asking = advance(version, run.place, { now, turnAt: now, zone, personId, salt });
  let asked = asking.next();
  while (!asked.done) {
    const { value } = asked;
    const clicked = value.ask === 'question' && 'clicked' in value.question ? value.question.clicked : undefined;
    asked = asking.next(
      clicked === undefined ? answer(value, run.entry, now) : run.sent.has(clicked) && assumes(clicked),
    );
  }
  const { visits, place, dueAt, end } = asked.value;
  for (const { step: number, outcome, effect } of visits) {
    run.visits.push({ step: number, outcome, at: now });
    if (effect?.kind !== 'email' && effect?.kind !== 'sms') continue;
    run.sends.push(now);
    run.sent.add(effect.step.id);
  }
  Object.assign(run, { place, end, dueAt: dueAt ?? now });
  if (end !== null || place.restsSince === null) return;
  const way = assumedWay(version, run, assumes);
  if (way !== undefined) Object.assign(run, { place: { ...place, way }, dueAt: now });
}

/** Returns the way that opens at once if what nobody can know is so: the answer of a webhook, a click. */
function assumedWay(
  version: CompiledAutomation,
  { place, sent }: WalkedRun,
  assumes: Ground['assumes'],
): string | undefined {
  const at = version.steps[place.step]?.step;
  if (at?.kind === 'webhook') return assumes(at.id) ? 'next' : 'failed';
  const clicked = hooksOfStep(version, place, (id) => (sent.has(id) && assumes(id) ? id : undefined));
  return firstOf(clicked.filter(({ kind }) => kind === 'message'))?.way;
}
