import type { JsonObject } from '@dundun/domain';
import type { PublishedAutomation } from '../definitions/published.js';
import type { DueEnrolment } from '../runs/due-enrolments.repository.js';
import { grouped } from '../runs/grouped.js';
import type { Answer, Ask } from '../runs/run.js';
import { firstZone } from '../runs/zone.js';
import { advance, type Advance } from './advance.js';
import { decidedBy } from './facts.js';

/** A run that is being stepped. */
export interface Stepping {
  row: DueEnrolment;
  version: PublishedAutomation;
  /** By which its clocks go. */
  zone: string;
  asking: Generator<Ask, Advance, Answer>;
  ask: Ask | null;
  result: Advance | null;
  /** What decided, by step number. */
  facts: Map<number, JsonObject>;
}

/** Takes a run up to the first thing that it has to know. */
export function begin(row: DueEnrolment, version: PublishedAutomation, way: string | null): Stepping {
  const { automation_id: salt, person_id: personId, rests_since: restsSince, step, visit, hold } = row;
  const zone = firstZone([row.tz, version.settings.time_zone, row.workspace_zone]);
  const moment = { now: row.now, turnAt: row.turn_at, zone, personId, salt };
  const asking = advance(version, { step, visit, restsSince, way }, moment);
  const stepping: Stepping = { row, version, zone, asking, ask: null, result: null, facts: new Map() };
  if (hold?.visit === visit) stepping.facts.set(step, { held: heldBy(hold) });
  take(stepping, asking.next());
  return stepping;
}

/** Goes on with an answer, and keeps what a branch looked at or a message waited for: the path of a person says why it went there. */
export function goOn(stepping: Stepping, answer: Answer): void {
  const { row, ask, version, facts, asking } = stepping;
  const note = (id: string, fact: JsonObject) => {
    const number = version.steps.findIndex(({ step }) => step.id === id);
    facts.set(number, { ...facts.get(number), ...fact });
  };
  if (ask?.ask === 'question') note(ask.step, { [`${ask.index}`]: decidedBy(ask.question, row, answer === true) });
  if (ask?.ask === 'hold' && typeof answer === 'object' && answer)
    note(ask.step, { held: heldBy({ ...answer, until: answer.until.toISOString() }) });
  take(stepping, asking.next(answer));
}

function take(stepping: Stepping, next: IteratorResult<Ask, Advance>): void {
  stepping.ask = next.done ? null : next.value;
  stepping.result = next.done ? next.value : null;
}

const heldBy = ({ reason, until, cap }: { reason: string; until: string; cap?: { limit: number; per: string } }) => ({
  ...{ reason, until },
  ...(cap && { cap: { ...cap } }),
});

/** Returns runs that ask the same, which are answered together; none when no run asks any more. */
export function askingTogether(steppings: readonly Stepping[]): Stepping[][] {
  const open = steppings.filter(({ ask }) => ask !== null);
  const first = open.filter(({ ask }) => ask?.ask !== 'hold');
  if (first.length > 0) return [...grouped(first, groupKey).values()];
  // Budgets are locked when all else is known, mail before SMS, and each person once in a statement.
  const groups = grouped(open, groupKey);
  return [...groups.keys()].sort().map((key) => onePerPerson(groups.get(key) ?? []));
}

const onePerPerson = (steppings: readonly Stepping[]): Stepping[] =>
  [...grouped(steppings, ({ row }) => row.person_id).values()].flatMap(([first]) => first ?? []);

function groupKey({ row, ask }: Stepping): string {
  if (ask?.ask === 'question') return `${row.automation_id} ${row.version} ${ask.step} ${ask.index}`;
  if (ask?.ask === 'hold') return `hold ${ask.channel}`;
  return ask?.ask === 'consent' ? `${ask.channel} ${ask.list}` : `date ${ask?.attribute ?? ''}`;
}
