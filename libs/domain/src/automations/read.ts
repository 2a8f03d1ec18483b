import { InvalidInputError } from '../refusals/input.js';
import { TreeFaults } from '../segments/faults.js';
import { utf8Bytes } from '../text.js';
import { isTimeZone } from '../time-zone.js';
import {
  GRAPH_LIMITS,
  LIST_CHANGES,
  SEGMENT_ENTRANCES,
  type AutomationGraph,
  type AutomationSettings,
  type Goal,
  type ReEntry,
  type Trigger,
  type TriggerKind,
} from './graph.js';
import { Part, whole } from './read-parts.js';
import { readStep } from './read-steps.js';

const { bytes: MOST_BYTES, days: MOST_DAYS, steps: MOST_STEPS } = GRAPH_LIMITS;
const MOST_AT_ONCE = 100;

/**
 * Reads an automation as it is drawn and brings it into its normal form: known keys only, no defaults but those of sends.
 * @param field the name of the field in the faults
 * @throws InvalidInputError that names each wrong part by its path, such as `graph.steps[2].timeout`
 */
export function readAutomationGraph(value: unknown, field = 'graph'): AutomationGraph {
  if (utf8Bytes(JSON.stringify(value) ?? '') > MOST_BYTES)
    throw new InvalidInputError([{ field, message: `must be at most ${MOST_BYTES} bytes of JSON` }]);
  const faults = new TreeFaults();
  const part = Part.of(value, field, faults, 'must be an object with the keys trigger, settings, first and steps');
  const graph = part && readGraph(part);
  if (faults.all.length > 0 || !graph) throw new InvalidInputError(faults.all);
  return graph;
}

function readGraph(part: Part): AutomationGraph | undefined {
  part.only('trigger', 'settings', 'goal', 'first', 'steps');
  const goal = part.has('goal') ? readGoal(part.part('goal')) : null;
  const graph = whole<AutomationGraph>({
    trigger: readTrigger(part.part('trigger')),
    settings: readSettings(
      part.has('settings') ? part.part('settings') : Part.of({}, part.at('settings'), part.faults),
    ),
    first: part.step('first'),
    steps: part.parts('steps', MOST_STEPS, readStep),
  });
  return goal === undefined || !graph ? undefined : goal ? { ...graph, goal } : graph;
}

const TRIGGERS: Record<TriggerKind, (part: Part) => object | undefined> = {
  event(part) {
    part.only('kind', 'old_facts', 'event', 'where', 'key');
    const event = part.event();
    const key = part.has('key') ? part.name('key') : null;
    const where = part.where();
    return event === undefined || key === undefined ? undefined : { event, ...where, ...(key !== null && { key }) };
  },
  segment(part) {
    part.only('kind', 'old_facts', 'segment', 'change');
    return whole({ segment: part.uuid('segment', 'a segment'), change: part.oneOf('change', SEGMENT_ENTRANCES) });
  },
  list(part) {
    part.only('kind', 'old_facts', 'list', 'change');
    return whole({ list: part.uuid('list', 'a list'), change: part.oneOf('change', LIST_CHANGES) });
  },
  date(part) {
    part.only('kind', 'old_facts', 'attribute', 'every', 'days', 'at');
    return whole({
      attribute: part.name('attribute'),
      every: part.oneOf('every', ['once', 'year']),
      days: part.whole('days', -MOST_DAYS, MOST_DAYS),
      at: part.time('at'),
    });
  },
  schedule(part) {
    part.only('kind', 'old_facts', 'segment', 'every', 'on', 'at');
    const every = part.oneOf('every', ['day', 'week', 'month']);
    const schedule = whole({ segment: part.uuid('segment', 'a segment'), every, at: part.time('at') });
    if (every === undefined) return undefined;
    if (every === 'day') return part.has('on') ? part.wrong('on', 'must be left out for every day') : schedule;
    const on = readDays(part, every === 'week' ? 7 : 31);
    return schedule && on ? { ...schedule, on } : undefined;
  },
  api(part) {
    part.only('kind', 'old_facts');
    return {};
  },
};

/** Reads one day or several of a week or month. */
function readDays(part: Part, most: number): number[] | undefined {
  const given = part.given.on;
  const days: unknown[] = Array.isArray(given) ? given : [given];
  const isDay = (day: unknown) => Number.isInteger(day) && (day as number) >= 1 && (day as number) <= most;
  if (days.length === 0 || !days.every(isDay) || new Set(days).size < days.length)
    return part.wrong('on', `must be a whole number from 1 to ${most}, or a list of them, each once`);
  return (days as number[]).sort((one, other) => one - other);
}

function readTrigger(part: Part | undefined): Trigger | undefined {
  const kind = part?.oneOf('kind', Object.keys(TRIGGERS) as TriggerKind[]);
  if (!part || !kind) return undefined;
  const isOldMeant = part.flag('old_facts');
  const settings = TRIGGERS[kind](part);
  return settings && ({ kind, ...settings, ...(isOldMeant && { old_facts: true }) } as Trigger);
}

function readSettings(part: Part | undefined): AutomationSettings | undefined {
  if (!part) return undefined;
  part.only('filter', 'reentry', 'exit_when', 'list', 'keep_when_left', 'time_zone');
  const reentry = part.has('reentry') ? readReEntry(part.part('reentry')) : { policy: 'never' as const };
  const filter = part.has('filter') ? part.tree('filter') : undefined;
  const exitWhen = part.has('exit_when') ? part.uuid('exit_when', 'a segment') : undefined;
  const list = part.has('list') ? part.uuid('list', 'a list') : undefined;
  const zone = part.has('time_zone') ? part.text('time_zone', 64) : undefined;
  if (zone !== undefined && !isTimeZone(zone)) part.wrong('time_zone', 'must be a time zone such as Africa/Lagos');
  return (
    reentry && {
      reentry,
      ...(filter && { filter }),
      ...(exitWhen !== undefined && { exit_when: exitWhen }),
      ...(list !== undefined && { list }),
      ...(part.flag('keep_when_left') && { keep_when_left: true }),
      ...(zone !== undefined && { time_zone: zone }),
    }
  );
}

function readReEntry(part: Part | undefined): ReEntry | undefined {
  const policy = part?.oneOf('policy', ['never', 'after_end', 'after_days', 'each_key']);
  if (!part || !policy) return undefined;
  part.only('policy', ...(policy === 'after_days' ? ['days'] : policy === 'each_key' ? ['at_once'] : []));
  if (policy === 'after_days') return whole({ policy, days: part.whole('days', 1, MOST_DAYS) });
  if (policy !== 'each_key' || !part.has('at_once')) return { policy } as ReEntry;
  return whole({ policy, at_once: part.whole('at_once', 1, MOST_AT_ONCE) });
}

function readGoal(part: Part | undefined): Goal | undefined {
  if (!part) return undefined;
  if (part.has('segment')) {
    part.only('segment');
    return whole({ segment: part.uuid('segment', 'a segment') });
  }
  part.only('event', 'where');
  const event = part.event();
  const where = part.where();
  return event === undefined ? undefined : { event, ...where };
}
