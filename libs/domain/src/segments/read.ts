import { CONSENT_CHANNELS } from '../channel-consents.js';
import { EVENT_LIMITS, isPropertyName } from '../event.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { InvalidInputError } from '../refusals/input.js';
import { hasLength, isWellFormed, utf8Bytes } from '../text.js';
import { cut, TreeFaults } from './faults.js';
import { hasUnknown } from './leaves.js';
import { readTest, readTimes, readWindow, TEST_KEYS } from './read-values.js';
import {
  ANY_IMPORT,
  LIST_STATUSES,
  MESSAGE_FACTS,
  NODE_KINDS,
  OWN_FIELDS,
  SEGMENT_LIMITS,
  type EventLeaf,
  type ListStatus,
  type MessageLeaf,
  type MessageSource,
  type OwnField,
  type PropertyTest,
  type SegmentLeafNode,
  type SegmentNode,
} from './tree.js';

const { bytes, depth: MOST_DEPTH, leaves: MOST_LEAVES, tests: MOST_TESTS } = SEGMENT_LIMITS;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LAST_BUCKET = 9_999;

type Kind = (typeof NODE_KINDS)[number];
type Read = (given: JsonObject, path: string, faults: TreeFaults) => SegmentLeafNode | undefined;

/**
 * Reads a tree of conditions and brings it into its normal form: known keys only, no defaults, sorted values.
 * @param field the name of the field in the faults
 * @throws InvalidInputError that names each wrong part by its path, such as `match.all[2].value`
 */
export function readSegmentTree(value: unknown, field = 'match'): SegmentNode {
  if (utf8Bytes(JSON.stringify(value) ?? '') > bytes)
    throw new InvalidInputError([{ field, message: `must be at most ${bytes} bytes of JSON` }]);
  const faults = new TreeFaults();
  const count = { leaves: 0 };
  const tree = readNode(value, field, 1, faults, count);
  if (count.leaves > MOST_LEAVES)
    faults.add(field, `must hold at most ${MOST_LEAVES} conditions; it has ${count.leaves}`);
  if (faults.all.length > 0 || !tree) throw new InvalidInputError(faults.all);
  return tree;
}

function readNode(
  value: unknown,
  path: string,
  depth: number,
  faults: TreeFaults,
  count: { leaves: number },
): SegmentNode | undefined {
  const said = `must be an object with one of the keys ${NODE_KINDS.join(', ')}`;
  if (!isJsonObject(value)) return faults.add(path, said);
  // A reachable condition may name a list.
  const isReachable = Object.hasOwn(value, 'reachable');
  const [kind, other] = NODE_KINDS.filter((each) => Object.hasOwn(value, each) && !(isReachable && each === 'list'));
  if (kind === undefined) return faults.add(path, said);
  if (other !== undefined)
    return faults.add(path, `must hold one condition, not both ${kind} and ${other}: put them into all or any`);
  if (kind !== 'all' && kind !== 'any' && kind !== 'not') {
    count.leaves++;
    return LEAVES[kind](value, path, faults);
  }
  if (depth > MOST_DEPTH) return faults.add(path, `must not be nested deeper than ${MOST_DEPTH} groups`);
  faults.unknownKeys(value, [kind], path);
  if (kind === 'not') {
    const inner = readNode(value.not, `${path}.not`, depth + 1, faults, count);
    return inner && { not: inner };
  }
  const at = `${path}.${kind}`;
  const given = value[kind];
  if (!Array.isArray(given) || given.length === 0) return faults.add(at, 'must be a list of at least one condition');
  // Every leaf counts, but a list far over the limit is not read to its end.
  if (given.length > MOST_LEAVES)
    return faults.add(at, `must hold at most ${MOST_LEAVES} conditions; it has ${given.length}`);
  const nodes = given.map((each, index) => readNode(each, `${at}[${index}]`, depth + 1, faults, count));
  return { [kind]: nodes } as unknown as SegmentNode;
}

const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

const LEAVES: Record<Exclude<Kind, 'all' | 'any' | 'not'>, Read> = {
  attribute(given, path, faults) {
    faults.unknownKeys(given, ['attribute', ...TEST_KEYS], path);
    const { attribute } = given;
    const isName = typeof attribute === 'string' && isPropertyName(attribute);
    if (!isName)
      faults.add(`${path}.attribute`, `must be the name of an attribute, 1 to ${EVENT_LIMITS.propertyNameBytes} bytes`);
    const test = readTest(given, path, faults);
    return isName && test ? { attribute, ...test } : undefined;
  },

  field(given, path, faults) {
    faults.unknownKeys(given, ['field', ...TEST_KEYS], path);
    const names = Object.keys(OWN_FIELDS) as OwnField[];
    const field = names.find((name) => name === given.field);
    if (!field) return faults.add(`${path}.field`, `must be one of ${names.join(', ')}; other names are attributes`);
    const test = readTest(given, path, faults, OWN_FIELDS[field]);
    return test && { field, ...test };
  },

  list(given, path, faults) {
    faults.unknownKeys(given, ['list', 'status', 'channel', 'since'], path);
    const { list, status = ['subscribed'] } = given;
    if (!isId(list)) return faults.add(`${path}.list`, 'must be the id of a list');
    const isStatus = (each: unknown): each is ListStatus => LIST_STATUSES.some((known) => known === each);
    if (!Array.isArray(status) || status.length === 0 || !status.every(isStatus))
      return faults.add(`${path}.status`, `must be a list of ${LIST_STATUSES.join(', ')}`);
    const statuses = LIST_STATUSES.filter((each) => status.includes(each));
    const channel = CONSENT_CHANNELS.find((each) => each === given.channel);
    if (given.channel !== undefined && !channel)
      return faults.add(`${path}.channel`, `must be one of ${CONSENT_CHANNELS.join(', ')}`);
    const leaf = { list: list.toLowerCase(), status: statuses, ...(channel && { channel }) };
    if (given.since === undefined) return leaf;
    if (statuses.includes('none')) return faults.add(`${path}.since`, 'must be left out with the status none');
    const since = readWindow(given.since, `${path}.since`, faults);
    return since === undefined ? undefined : since === null ? leaf : { ...leaf, since };
  },

  event(given, path, faults) {
    faults.unknownKeys(given, ['event', 'where', 'which', 'times', 'window'], path);
    const { event, which } = given;
    if (typeof event !== 'string' || !hasLength(event, 1, EVENT_LIMITS.nameLength) || !isWellFormed(event))
      faults.add(`${path}.event`, `must be the name of an event, 1 to ${EVENT_LIMITS.nameLength} characters`);
    const leaf: EventLeaf = { event: String(event) };
    if (given.where !== undefined) leaf.where = readWhere(given.where, `${path}.where`, faults);
    if (leaf.where?.length === 0) delete leaf.where;
    const times = given.times === undefined ? null : readTimes(given.times, `${path}.times`, faults);
    if (times) leaf.times = times;
    const window = given.window === undefined ? null : readWindow(given.window, `${path}.window`, faults);
    if (window) leaf.window = window;
    if (which === undefined) return leaf;
    if (which !== 'first' && which !== 'last') return faults.add(`${path}.which`, 'must be first or last');
    if (given.times !== undefined) return faults.add(`${path}.times`, 'must be left out with which');
    return { ...leaf, which };
  },

  message(given, path, faults) {
    faults.unknownKeys(given, ['message', 'of', 'machine', 'including_unknown', 'times', 'window'], path);
    const message = MESSAGE_FACTS.find((each) => each === given.message);
    if (!message) return faults.add(`${path}.message`, `must be one of ${MESSAGE_FACTS.join(', ')}`);
    const leaf: MessageLeaf = { message };
    const of = given.of === undefined ? undefined : readSource(given.of, `${path}.of`, faults);
    if (of) leaf.of = of;
    if (given.machine === true && (message === 'opened' || message === 'clicked')) leaf.machine = true;
    else if (given.machine !== undefined && given.machine !== false)
      faults.add(`${path}.machine`, 'must be true or false, and true only for opened and clicked');
    const times = given.times === undefined ? null : readTimes(given.times, `${path}.times`, faults);
    if (times) leaf.times = times;
    const window = given.window === undefined ? null : readWindow(given.window, `${path}.window`, faults);
    if (window) leaf.window = window;
    const { including_unknown: takesUnknown = false } = given;
    if (takesUnknown === true && hasUnknown(leaf)) leaf.including_unknown = true;
    else if (takesUnknown !== false)
      faults.add(
        `${path}.including_unknown`,
        'must be true or false, and true only for opened, without machine, and at least or at most so often',
      );
    return leaf;
  },

  segment(given, path, faults) {
    faults.unknownKeys(given, ['segment'], path);
    const { segment } = given;
    return isId(segment)
      ? { segment: segment.toLowerCase() }
      : faults.add(`${path}.segment`, 'must be the id of a segment');
  },

  reachable(given, path, faults) {
    faults.unknownKeys(given, ['reachable', 'list'], path);
    const { reachable, list } = given;
    if (reachable !== 'email' && reachable !== 'sms') return faults.add(`${path}.reachable`, 'must be email or sms');
    if (list === undefined) return { reachable };
    return isId(list)
      ? { reachable, list: list.toLowerCase() }
      : faults.add(`${path}.list`, 'must be the id of a list');
  },

  bucket(given, path, faults) {
    faults.unknownKeys(given, ['bucket'], path);
    const at = `${path}.bucket`;
    if (!isJsonObject(given.bucket)) return faults.add(at, 'must be such as {"salt": "a", "from": 0, "to": 999}');
    faults.unknownKeys(given.bucket, ['salt', 'from', 'to'], at);
    const { salt = '', from, to } = given.bucket;
    if (typeof salt !== 'string' || !hasLength(salt, 0, 100) || !isWellFormed(salt))
      return faults.add(`${at}.salt`, 'must be text of at most 100 characters');
    const isPlace = (each: unknown): each is number =>
      Number.isInteger(each) && (each as number) >= 0 && (each as number) <= LAST_BUCKET;
    if (!isPlace(from) || !isPlace(to) || to < from)
      return faults.add(at, `must have whole numbers from 0 to ${LAST_BUCKET} as from and to, the smaller first`);
    return { bucket: { salt, from, to } };
  },

  created(given, path, faults) {
    faults.unknownKeys(given, ['created'], path);
    const created = readWindow(given.created, `${path}.created`, faults);
    return created === null
      ? faults.add(`${path}.created`, 'must name days: everybody was created ever')
      : created && { created };
  },

  imported(given, path, faults) {
    faults.unknownKeys(given, ['imported'], path);
    const { imported } = given;
    return isId(imported) || imported === ANY_IMPORT
      ? { imported: imported.toLowerCase() }
      : faults.add(`${path}.imported`, `must be the id of an import, or ${ANY_IMPORT}`);
  },
};

function readSource(value: unknown, path: string, faults: TreeFaults): MessageSource | undefined {
  const said = 'must be {"list": …} or {"campaign": …}';
  if (!isJsonObject(value)) return faults.add(path, said);
  faults.unknownKeys(value, ['list', 'campaign'], path);
  const { list, campaign } = value;
  if ((list === undefined) === (campaign === undefined)) return faults.add(path, said);
  if (list !== undefined)
    return isId(list) ? { list: list.toLowerCase() } : faults.add(`${path}.list`, 'must be the id of a list');
  return isId(campaign)
    ? { campaign: campaign.toLowerCase() }
    : faults.add(`${path}.campaign`, 'must be the id of a campaign');
}

/** Reads tests of properties and sorts them. */
export function readWhere(value: unknown, path: string, faults: TreeFaults): PropertyTest[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_TESTS)
    return faults.add(path, `must be a list of at most ${MOST_TESTS} tests of properties`);
  const tests = value.map((each: unknown, index) => readPropertyTest(each, `${path}[${index}]`, faults));
  const known = tests.filter((test) => test !== undefined);
  return known.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

function readPropertyTest(given: unknown, path: string, faults: TreeFaults): PropertyTest | undefined {
  if (!isJsonObject(given))
    return faults.add(
      path,
      'must be a test such as {"property": "total", "type": "number", "is": "above", "value": 200}',
    );
  faults.unknownKeys(given, ['property', ...TEST_KEYS], path);
  const { property } = given;
  if (property !== undefined && (typeof property !== 'string' || !isPropertyName(property)))
    return faults.add(
      `${path}.property`,
      `must be the name of a property, 1 to ${EVENT_LIMITS.propertyNameBytes} bytes; ${cut(String(property))} is none`,
    );
  const test = readTest(given, path, faults);
  if (test?.type === 'date' && ['in_next', 'in_last', 'anniversary_in_next'].includes(test.is))
    return faults.add(`${path}.is`, 'must not depend on today for a property: use the window of the condition');
  return test && (property === undefined ? test : { property, ...test });
}
