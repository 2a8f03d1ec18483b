import { EVENT_LIMITS } from '../event.js';
import { WEEKDAYS } from '../segments/days.js';
import { GRAPH_LIMITS, LIST_CHANGES, SEGMENT_ENTRANCES } from './graph.js';

type Schema = Record<string, unknown>;

const object = (required: Schema, optional: Schema = {}, description?: string): Schema => ({
  type: 'object',
  ...(description !== undefined && { description }),
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});
const list = (items: Schema, maxItems: number, minItems = 1): Schema => ({ type: 'array', items, minItems, maxItems });
const oneOf = (values: readonly string[]): Schema => ({ enum: [...values] });
const text = (maxLength: number = GRAPH_LIMITS.textLength): Schema => ({ type: 'string', minLength: 1, maxLength });
const whole = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });
const id = (what: string): Schema => ({ type: 'string', format: 'uuid', description: `The id of ${what}.` });
const kind = (name: string): Schema => ({ kind: { const: name } });

const step: Schema = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
  maxLength: GRAPH_LIMITS.idLength,
  description: 'The id of a step.',
};
const event = text(EVENT_LIMITS.nameLength);
const name = text(EVENT_LIMITS.propertyNameBytes);
const time: Schema = { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' };
const days = whole(-GRAPH_LIMITS.days, GRAPH_LIMITS.days);
const scalar: Schema = { type: ['string', 'number', 'boolean'] };
const tree: Schema = { type: 'object', description: 'A tree of conditions, as segments have it.' };
const where: Schema = { type: 'array', items: { type: 'object' }, maxItems: 10, description: 'Tests of properties, as segments have them.' }; // prettier-ignore
const length: Schema = {
  description: 'A length of time; days and weeks keep the time of day in the zone of the person.',
  oneOf: (['minutes', 'hours', 'days', 'weeks'] as const).map((unit) => object({ [unit]: { type: 'integer', minimum: 1 } })), // prettier-ignore
};

const old_facts: Schema = { type: 'boolean', description: 'Whether events of long ago and imports start it too.' };
const trigger: Schema = {
  description: 'What makes people enter.',
  oneOf: [
    object({ ...kind('event'), event }, { where, key: name, old_facts }, 'An event; with a key, once for each value.'),
    object({ ...kind('segment'), segment: id('a segment'), change: oneOf(SEGMENT_ENTRANCES) }, { old_facts }),
    object({ ...kind('list'), list: id('a list'), change: oneOf(LIST_CHANGES) }, { old_facts }),
    object(
      { ...kind('date'), attribute: name, every: oneOf(['once', 'year']), days, at: time },
      { old_facts },
      'The day of an attribute, some days before or after it, at a time in the zone of the person.',
    ),
    object(
      { ...kind('schedule'), segment: id('a segment'), every: oneOf(['day', 'week', 'month']), at: time },
      { on: { oneOf: [whole(1, 31), { ...list(whole(1, 31), 31), uniqueItems: true }] }, old_facts },
      'Everybody in a segment, at a time of each day, of days of the week (1 is Monday) or of days of the month; a month without the day has its last.', // prettier-ignore
    ),
    object(kind('api'), { old_facts }, 'Calls of the API.'),
  ],
};

const reentry: Schema = {
  description: 'Who may enter again. The default is nobody.',
  oneOf: [
    object({ policy: oneOf(['never', 'after_end']) }),
    object({ policy: { const: 'after_days' }, days: whole(1, GRAPH_LIMITS.days) }),
    object({ policy: { const: 'each_key' } }, { at_once: whole(1, 100) }),
  ],
};
const settings = object(
  {},
  {
    filter: tree,
    reentry,
    exit_when: id('a segment that ends the run of who enters it'),
    list: id('the list by whose consent steps send that name none'),
    keep_when_left: { type: 'boolean', description: 'Whether the run goes on for who leaves the list.' },
    time_zone: text(64),
  },
  'Who may enter again, by whose consent it sends, and what ends a run.',
);
const goal: Schema = {
  description: 'Ends a run from any step, as a conversion.',
  oneOf: [object({ event }, { where }), object({ segment: id('a segment') })],
};

const common: Schema = { name: text(100) };
const node = (named: string, required: Schema, optional: Schema = {}): Schema =>
  object({ id: step, ...kind(named), ...required }, { ...common, ...optional });
const same = object({ property: name, entry: name }, {}, 'A property that equals one of the entrance.');
const wake: Schema = {
  oneOf: [
    object({ event, next: step }, { where, same }),
    object({ segment: id('a segment'), next: step }),
    object({ clicked: step, next: step }),
  ],
};
const question: Schema = {
  oneOf: [object({ match: tree, next: step }), object({ entry: where, next: step }), object({ clicked: step, next: step })], // prettier-ignore
};
const change: Schema = {
  oneOf: [
    object({ set: name, to: scalar }),
    object({ unset: name }),
    object({ increment: name, by: { type: 'number' } }),
    object({ add_to: id('a list') }),
    object({ remove_from: id('a list') }),
    object({ track: event }, { properties: { type: 'object', additionalProperties: scalar } }),
  ],
};
const template = id('a template');
const sender: Schema = { ...text(20), description: 'A sender ID of a connected provider; without it, the first one.' };
const late: Schema = {
  ...oneOf(['wait', 'skip']),
  description: 'Whether a message waits that quiet hours or a cap keep from leaving; the default is wait.',
};
const expires: Schema = { ...length, description: 'After how long it is too late to send; three days by default.' };
const maySend: Schema = { list: id('a list'), late, expires };
const untilTime = object({ at: time }, { weekdays: { ...list(oneOf(WEEKDAYS), 7), uniqueItems: true } });

/** JSON Schema (2020-12) of the graph of an automation. What the ways of a graph must be, only its reader and compiler say. */
export const AUTOMATION_GRAPH_SCHEMA: Readonly<Schema> = {
  ...object(
    {
      trigger,
      first: step,
      steps: {
        description: 'The steps in any order; ways name them by id.',
        ...list(
          {
            oneOf: [
              node('delay', { for: length, next: step }),
              node('delay', { until: untilTime, next: step }),
              node('delay', { until_date: object({ attribute: name, days, at: time }), next: step }),
              node('wait', { wake: list(wake, GRAPH_LIMITS.branches), timeout: length, else: step }),
              node('branch', { branches: list(question, GRAPH_LIMITS.branches), else: step }),
              node('split', { shares: list(object({ percent: whole(1, 99), next: step }), GRAPH_LIMITS.branches, 2) }),
              node('email', { template, next: step }, { ...maySend, profile: id('a sending profile') }),
              node('sms', { template, next: step }, { ...maySend, from: sender }),
              node('sms', { text: text(GRAPH_LIMITS.smsLength), next: step }, { ...maySend, from: sender }),
              node('webhook', { url: text(2_048), next: step, failed: step }, { keep: list(text(GRAPH_LIMITS.idLength), GRAPH_LIMITS.keptFields, 0) }), // prettier-ignore
              node('update', { changes: list(change, GRAPH_LIMITS.changes), next: step }),
              node('exit', {}),
            ],
          },
          GRAPH_LIMITS.steps,
        ),
      },
    },
    { settings, goal },
    'An automation as it is drawn. Every path ends in an exit; none comes back.',
  ),
};
