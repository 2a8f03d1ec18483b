import { isWebUrl } from '../web-url.js';
import type { TreeFaults } from '../segments/faults.js';
import { WEEKDAYS } from '../segments/days.js';
import { GRAPH_LIMITS, type Change, type Question, type Step, type StepKind, type WakeUp } from './graph.js';
import { isStepId, Part, whole } from './read-parts.js';

const { branches: MOST_BRANCHES, changes: MOST_CHANGES, days: MOST_DAYS, keptFields: MOST_KEPT } = GRAPH_LIMITS;
const NAME_LENGTH = 100;
const COMMON = ['id', 'kind', 'name'];
const SEND = [...COMMON, 'list', 'late', 'expires', 'next'];

type Settings = object | undefined;

const READ: Record<StepKind, (part: Part) => Settings> = {
  delay(part) {
    const kinds = ['for', 'until', 'until_date'].filter((key) => part.has(key));
    part.only(...COMMON, 'for', 'until', 'until_date', 'next');
    const next = part.step('next');
    if (kinds.length !== 1) return part.faults.add(part.path, 'must have one of for, until and until_date');
    if (part.has('for')) return whole({ for: part.length('for'), next });
    if (part.has('until')) return whole({ until: readUntil(part.part('until')), next });
    return whole({ until_date: readUntilDate(part.part('until_date')), next });
  },

  wait(part) {
    part.only(...COMMON, 'wake', 'timeout', 'else');
    const wake = part.parts('wake', MOST_BRANCHES, (each) => withNext(each, readWakeUp(each)));
    return whole({ wake, timeout: part.length('timeout'), else: part.step('else') });
  },

  branch(part) {
    part.only(...COMMON, 'branches', 'else');
    const branches = part.parts('branches', MOST_BRANCHES, (each) => withNext(each, readQuestion(each)));
    return whole({ branches, else: part.step('else') });
  },

  split(part) {
    part.only(...COMMON, 'shares');
    const shares = part.parts(
      'shares',
      MOST_BRANCHES,
      (each) => {
        each.only('percent', 'next');
        return whole({ percent: each.whole('percent', 1, 99), next: each.step('next') });
      },
      2,
    );
    const sum = shares?.reduce((total, { percent }) => total + (percent ?? 0), 0);
    if (sum !== undefined && sum !== 100) part.wrong('shares', `must add up to 100 percent; they are ${sum}`);
    return whole({ shares });
  },

  email(part) {
    part.only(...SEND, 'template', 'profile');
    const profile = part.has('profile') ? part.uuid('profile', 'a sending profile') : null;
    const send = readSend(part, { template: part.uuid('template', 'a template') });
    return send && profile !== undefined ? { ...send, ...(profile !== null && { profile }) } : undefined;
  },

  sms(part) {
    part.only(...SEND, 'template', 'text', 'from');
    const from = part.has('from') ? part.text('from', 20) : null;
    const key = oneKey(part, ['template', 'text']);
    if (key === undefined) return undefined;
    const words = key === 'text' ? { text: part.text('text', GRAPH_LIMITS.smsLength) } : { template: part.uuid('template', 'a template') }; // prettier-ignore
    const send = readSend(part, words);
    return send && from !== undefined ? { ...send, ...(from !== null && { from }) } : undefined;
  },

  webhook(part) {
    part.only(...COMMON, 'url', 'keep', 'next', 'failed');
    const url = part.text('url', 2_048);
    if (url !== undefined && !isWebUrl(url)) part.wrong('url', 'must be an address such as https://example.com/hook');
    const keep = part.given.keep;
    const isKept = keep === undefined || (Array.isArray(keep) && keep.length <= MOST_KEPT && keep.every(isStepId));
    if (!isKept) part.wrong('keep', `must be a list of at most ${MOST_KEPT} names of fields of the answer`);
    const settings = whole({ url, next: part.step('next'), failed: part.step('failed') });
    return settings && Array.isArray(keep) && keep.length > 0 ? { ...settings, keep } : settings;
  },

  update(part) {
    part.only(...COMMON, 'changes', 'next');
    return whole({ changes: part.parts('changes', MOST_CHANGES, readChange), next: part.step('next') });
  },

  exit(part) {
    part.only(...COMMON);
    return {};
  },
};

/** Reads a step; undefined with its faults. */
export function readStep(part: Part): Step | undefined {
  const id = isStepId(part.given.id)
    ? part.given.id
    : part.wrong('id', `must be 1 to ${GRAPH_LIMITS.idLength} letters, digits, - and _, unique in the graph`);
  const kinds = Object.keys(READ) as StepKind[];
  const kind = part.oneOf('kind', kinds);
  const name = part.has('name') ? part.text('name', NAME_LENGTH) : undefined;
  const settings = kind && READ[kind](part);
  if (id === undefined || !settings) return undefined;
  return { id, kind, ...(name !== undefined && { name }), ...settings } as Step;
}

function withNext<T extends object>(part: Part, read: T | undefined): (T & { next: string }) | undefined {
  const next = part.step('next');
  return read && next !== undefined ? { ...read, next } : undefined;
}

/** Says which one of the keys an object has. */
function oneKey(part: Part, keys: readonly string[]): string | undefined {
  const given = keys.filter((key) => part.has(key));
  if (given.length === 1) return given[0];
  return part.faults.add(part.path, `must have one of ${keys.join(', ')}`);
}

function readWakeUp(part: Part): WakeUp | undefined {
  const key = oneKey(part, ['event', 'segment', 'clicked']);
  part.only(...(key === 'event' ? ['event', 'where', 'same'] : ['event', 'segment', 'clicked']), 'next');
  if (key === 'segment') return whole({ segment: part.uuid('segment', 'a segment') });
  if (key === 'clicked') return whole({ clicked: part.step('clicked') });
  if (key === undefined) return undefined;
  const wake = whole<{ event: string }>({ event: part.event() });
  const tests = part.where();
  if (!part.has('same')) return wake && { ...wake, ...tests };
  const pair = part.part('same', 'must be an object such as {"property": "order_id", "entry": "order_id"}');
  pair?.only('property', 'entry');
  const same = pair && whole<{ property: string; entry: string }>({ property: pair.name('property'), entry: pair.name('entry') }); // prettier-ignore
  return wake && same && { ...wake, ...tests, same };
}

function readQuestion(part: Part): Question | undefined {
  const key = oneKey(part, ['match', 'entry', 'clicked']);
  part.only('match', 'entry', 'clicked', 'next');
  if (key === 'match') return whole({ match: part.tree('match') });
  if (key === 'clicked') return whole({ clicked: part.step('clicked') });
  if (key === undefined) return undefined;
  const { where } = part.where('entry');
  return where ? { entry: where } : part.wrong('entry', 'must hold at least one test of the data of the entrance');
}

function readUntil(part: Part | undefined) {
  part?.only('at', 'weekdays');
  const at = part?.time('at');
  if (!part?.has('weekdays')) return at && { at };
  const given = part.given.weekdays;
  const weekdays = WEEKDAYS.filter((day) => Array.isArray(given) && given.includes(day));
  if (!Array.isArray(given) || weekdays.length === 0 || weekdays.length !== given.length)
    return part.wrong('weekdays', `must be a list of ${WEEKDAYS.join(', ')}, each once`);
  return at && { at, weekdays };
}

function readUntilDate(part: Part | undefined) {
  part?.only('attribute', 'days', 'at');
  return part && whole({ attribute: part.name('attribute'), days: part.whole('days', -MOST_DAYS, MOST_DAYS), at: part.time('at') }); // prettier-ignore
}

/** @param words what it says, by its field */
function readSend(part: Part, words: Record<string, string | undefined>): Settings {
  const list = part.has('list') ? part.uuid('list', 'a list') : null;
  const send = whole<Record<string, unknown>>({
    ...words,
    late: part.oneOf('late', ['wait', 'skip'], 'wait'),
    expires: part.length('expires', { days: 3 }),
    next: part.step('next'),
  });
  return send && list !== undefined ? { ...send, ...(list !== null && { list }) } : undefined;
}

const isScalar = (value: unknown, most: number): value is string | number | boolean =>
  typeof value === 'boolean' || Number.isFinite(value) || (typeof value === 'string' && value.length <= most);

const CHANGES = ['set', 'unset', 'increment', 'add_to', 'remove_from', 'track'] as const;

function readChange(part: Part): Change | undefined {
  const key = oneKey(part, CHANGES);
  part.only(...CHANGES, 'to', 'by', 'properties');
  const { to, by, properties } = part.given;
  if (key === 'set') {
    const isValue = isScalar(to, GRAPH_LIMITS.textLength);
    const set = part.name('set');
    if (!isValue) return part.wrong('to', 'must be text, a number, true or false');
    return set === undefined ? undefined : { set, to };
  }
  if (key === 'unset') return whole({ unset: part.name('unset') });
  if (key === 'increment') {
    const increment = part.name('increment');
    if (typeof by !== 'number' || !Number.isFinite(by)) return part.wrong('by', 'must be a number');
    return increment === undefined ? undefined : { increment, by };
  }
  if (key === 'add_to' || key === 'remove_from') {
    const list = part.uuid(key, 'a list');
    if (list === undefined) return undefined;
    return key === 'add_to' ? { add_to: list } : { remove_from: list };
  }
  if (key === undefined) return undefined;
  const track = part.event('track');
  if (track === undefined || properties === undefined) return track === undefined ? undefined : { track };
  return { track, ...readProperties(properties, part.at('properties'), part.faults) };
}

function readProperties(value: unknown, path: string, faults: TreeFaults): { properties?: Record<string, never> } {
  const part = Part.of(value, path, faults);
  const isKnown = part && Object.values(part.given).every((each) => isScalar(each, GRAPH_LIMITS.textLength));
  if (part && !isKnown) faults.add(path, 'must hold text, numbers, true and false only');
  return isKnown ? { properties: part.given as Record<string, never> } : {};
}
