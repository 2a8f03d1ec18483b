import { describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '../refusals/input.js';
import type { KnownToAutomations } from './checks.js';
import { instantAt } from '../segments/instant-at.js';
import { delayedUntil, laterBy } from './clock.js';
import { compileAutomation } from './compile.js';
import { readAutomationGraph } from './read.js';
import { AUTOMATION_GRAPH_SCHEMA } from './schema.js';
import { shareOf } from './share.js';
import { isSame, meetsAll } from './value-tests.js';

const [LIST, SEGMENT, MAIL, SMS] = ['1', '2', '3', '4'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [string, string, string, string]; // prettier-ignore
const known: KnownToAutomations = {
  lists: new Set([LIST]),
  segments: new Set([SEGMENT]),
  templates: new Map([
    [MAIL, { channels: ['email'] as const, required: ['first_name', 'entry.order_id', 'plan'] }],
    [SMS, { channels: ['sms'] as const, required: [] }],
  ]),
  texts: new Map([['text', ['plann']]]),
  attributes: new Set(['plan']),
};

const mail = (id: string, next: string, more = {}) => ({ id, kind: 'email', template: MAIL, next, ...more });
const out = { id: 'out', kind: 'exit' };
const wait = (id: string, next: string, more = {}) => ({
  id,
  kind: 'wait',
  wake: [{ event: 'Ordered', next: 'out', ...more }],
  timeout: { hours: 4 },
  else: next,
});
const graph = (steps: object[], more: object = {}) => ({
  trigger: { kind: 'event', event: 'Cart changed', key: 'order_id' },
  settings: { list: LIST, reentry: { policy: 'each_key' } },
  first: 'wait',
  steps,
  ...more,
});
const cart = (more: object = {}) => graph([wait('wait', 'mail'), mail('mail', 'out'), out], more);

const refusedBy = (value: unknown) => {
  try {
    readAutomationGraph(value);
  } catch (error) {
    if (error instanceof InvalidInputError) return error.fields;
    throw error;
  }
  return [];
};
const faultsOf = (value: unknown) => compileAutomation(readAutomationGraph(value), known).faults;

describe('the reader of graphs', () => {
  it('reads a cart automation, with the defaults of sends', () => {
    const { steps } = readAutomationGraph(cart());
    expect(steps[1]).toEqual({ ...mail('mail', 'out'), late: 'wait', expires: { days: 3 } });
    const again = readAutomationGraph(cart());
    expect(readAutomationGraph(JSON.parse(JSON.stringify(again)))).toEqual(again);
  });

  it.each([
    ['no object', null, 'graph'],
    ['a list', [], 'graph'],
    ['an unknown key', cart({ loops: true }), 'graph.loops'],
    ['no steps', cart({ steps: [] }), 'graph.steps'],
    ['a step of an unknown kind', graph([{ id: 'wait', kind: 'jump' }]), 'graph.steps[0].kind'],
    ['a step without a way on', graph([{ ...mail('wait', 'out'), next: undefined }]), 'graph.steps[0].next'],
    ['NUL in an event', cart({ trigger: { kind: 'event', event: 'a\0b' } }), 'graph.trigger.event'],
    ['a delay without an end', graph([{ id: 'wait', kind: 'delay', next: 'out' }]), 'graph.steps[0]'],
    ['a delay of two kinds', graph([{ id: 'wait', kind: 'delay', for: { days: 1 }, until: { at: '09:00' }, next: 'out' }]), 'graph.steps[0]'], // prettier-ignore
    ['a length of years', graph([{ id: 'wait', kind: 'delay', for: { days: 4_000 }, next: 'out' }]), 'graph.steps[0].for.days'], // prettier-ignore
    ['a wait without an end', graph([{ ...wait('wait', 'out'), timeout: undefined }]), 'graph.steps[0].timeout'],
    ['shares of 90 percent', graph([{ id: 'wait', kind: 'split', shares: [{ percent: 40, next: 'out' }, { percent: 50, next: 'out' }] }]), 'graph.steps[0].shares'], // prettier-ignore
    ['a wrong tree', graph([{ id: 'wait', kind: 'branch', branches: [{ match: { attribute: 'plan' }, next: 'out' }], else: 'out' }]), 'graph.steps[0].branches[0].match.type'], // prettier-ignore
    ['two questions in one', graph([{ id: 'wait', kind: 'branch', branches: [{ match: {}, clicked: 'mail', next: 'out' }], else: 'out' }]), 'graph.steps[0].branches[0]'], // prettier-ignore
    ['an unknown zone', cart({ settings: { time_zone: 'Mars/Base' } }), 'graph.settings.time_zone'],
    ['a change of two kinds', graph([{ id: 'wait', kind: 'update', changes: [{ set: 'a', to: 1, unset: 'b' }], next: 'out' }]), 'graph.steps[0].changes[0]'], // prettier-ignore
    ['an address that is none', graph([{ id: 'wait', kind: 'webhook', url: 'ftp://x', next: 'out', failed: 'out' }]), 'graph.steps[0].url'], // prettier-ignore
    ['a megabyte', cart({ first: 'x'.repeat(1_000_000) }), 'graph'],
  ])('refuses %s at its path', (_what, value, path) => {
    expect(refusedBy(value)?.map(({ field }) => field)).toContain(path);
  });

  it('has a schema that names every kind of step', () => {
    const { steps } = AUTOMATION_GRAPH_SCHEMA.properties as Record<string, { items: { oneOf: { properties: { kind: { const: string } } }[] } }>; // prettier-ignore
    const kinds = new Set(steps?.items.oneOf.map((each) => each.properties.kind.const));
    expect([...kinds]).toEqual(['delay', 'wait', 'branch', 'split', 'email', 'sms', 'webhook', 'update', 'exit']);
  });
});

describe('the compiler of graphs', () => {
  it('numbers steps so that every way leads to a later one, however they were drawn', () => {
    const steps = [wait('wait', 'mail'), mail('mail', 'out'), out];
    const compiled = [steps, [...steps].reverse()].map((each) => compileAutomation(readAutomationGraph(graph(each)), known)); // prettier-ignore
    expect(compiled[0]).toEqual(compiled[1]);
    expect(compiled[0]?.version?.steps.map(({ step, to }) => [step.id, to])).toEqual([
      ['wait', { 0: 2, else: 1 }],
      ['mail', { next: 2 }],
      ['out', {}],
    ]);
  });

  const clicked = { wake: [{ clicked: 'mail', next: 'out' }] };
  const byCall = { trigger: { kind: 'list', list: LIST, change: 'confirmed' }, settings: { list: LIST } };
  it.each([
    ['a first step that does not exist', cart({ first: 'none' }), 'graph.first', 'does not exist'],
    ['a way to a deleted step', graph([wait('wait', 'gone'), out]), 'graph.steps[0].else', 'does not exist'],
    ['two steps with one id', graph([wait('wait', 'out'), wait('wait', 'out'), out]), 'graph.steps[1].id', 'two steps'],
    [
      'a circle',
      graph([wait('wait', 'mail'), mail('mail', 'wait'), out]),
      'graph.steps[0]',
      '"wait" → "mail" → "wait"',
    ],
    ['a step that nobody reaches', graph([wait('wait', 'out'), mail('mail', 'out'), out]), 'graph.steps[1]', 'never reached'], // prettier-ignore
    [
      'a send without consent',
      cart({ settings: { reentry: { policy: 'each_key' } } }),
      'graph.steps[1].list',
      'consent',
    ],
    ['an unknown list', cart({ settings: { list: SMS, reentry: { policy: 'each_key' } } }), 'graph.settings.list', 'does not exist'], // prettier-ignore
    ['an unknown template', graph([wait('wait', 'mail'), mail('mail', 'out', { template: LIST }), out]), 'graph.steps[1].template', 'does not exist'], // prettier-ignore
    ['a text message as mail', graph([wait('wait', 'mail'), mail('mail', 'out', { template: SMS }), out]), 'graph.steps[1].template', 'is not for email'], // prettier-ignore
    ['mail as a text message', graph([wait('wait', 'text'), { id: 'text', kind: 'sms', template: MAIL, next: 'out' }, out]), 'graph.steps[1].template', 'is not for SMS'], // prettier-ignore
    ['a text that names what nobody has', graph([wait('wait', 'text'), { id: 'text', kind: 'sms', text: 'Hi {{ plann }}', next: 'out' }, out]), 'graph.steps[1].text', 'plann'], // prettier-ignore
    ['a wait for a click on a later mail', graph([{ ...wait('wait', 'mail'), ...clicked }, mail('mail', 'out'), out]), 'graph.steps[0].wake[0].clicked', 'nothing would ever wake it'], // prettier-ignore
    ['a comparison with an entrance without data', cart({ ...byCall, steps: [wait('wait', 'out', { same: { property: 'a', entry: 'a' } }), out] }), 'graph.steps[0].wake[0].same', 'can never be met'], // prettier-ignore
    ['a variable of an entrance without data', cart(byCall), 'graph.steps[1].template', 'entry.order_id'],
    ['re-entry by a key without one', cart({ trigger: { kind: 'event', event: 'x' } }), 'graph.settings.reentry.policy', 'key'], // prettier-ignore
    [
      'a goal without a wait',
      graph([mail('wait', 'out'), out], { goal: { event: 'Paid' } }),
      'graph.goal',
      'never reached',
    ],
    ['an unknown segment as a goal', cart({ goal: { segment: LIST } }), 'graph.goal.segment', 'does not exist'],
  ])('refuses %s', (_what, value, field, part) => {
    expect(faultsOf(value)).toContainEqual({ field, message: expect.stringContaining(part) as unknown });
  });

  it('refuses variables that nobody has', () => {
    const strange = { ...known, templates: new Map([[MAIL, { channels: ['email'] as const, required: ['plann', 'steps.hook.a'] }]]) }; // prettier-ignore
    const { faults } = compileAutomation(readAutomationGraph(cart()), strange);
    expect(faults.map(({ message }) => message)).toEqual([
      'names plann, which nobody has: it is no field, and no attribute of anybody',
      'names steps.hook.a, but no webhook step hook is always before it',
    ]);
  });
});

describe('the clock of delays', () => {
  const at = new Date('2026-03-28T12:34:56.789Z');

  it('keeps the time of day where the clock changes', () => {
    expect(laterBy(at, { days: 1 }, 'Europe/Berlin').toISOString()).toBe('2026-03-29T11:34:56.789Z');
    expect(laterBy(at, { hours: 24 }, 'Europe/Berlin').toISOString()).toBe('2026-03-29T12:34:56.789Z');
    expect(laterBy(at, { weeks: 1 }, 'Africa/Lagos').toISOString()).toBe('2026-04-04T12:34:56.789Z');
  });

  it('takes the next instant for a time that the clock jumps over, and the first for one that it shows twice', () => {
    expect(instantAt('2026-03-29', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:00:00.000Z');
    expect(instantAt('2026-10-25', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(instantAt('2026-01-01', '00:15', 'Asia/Kathmandu').toISOString()).toBe('2025-12-31T18:30:00.000Z');
  });

  it('waits for the next weekday and time, for a date, and not for one that has passed', () => {
    const delay = (more: object) =>
      delayedUntil({ id: 'a', kind: 'delay', next: 'b', ...more } as never, at, 'Africa/Lagos', () => '2026-04-10');
    expect(delay({ until: { at: '09:00', weekdays: ['monday'] } }).toISOString()).toBe('2026-03-30T08:00:00.000Z');
    expect(delay({ until: { at: '23:00' } }).toISOString()).toBe('2026-03-28T22:00:00.000Z');
    expect(delay({ until_date: { attribute: 'expires', days: -3, at: '10:00' } }).toISOString()).toBe('2026-04-07T09:00:00.000Z'); // prettier-ignore
    expect(delay({ until_date: { attribute: 'expires', days: -30, at: '10:00' } })).toEqual(at);
  });
});

describe('what automations compare', () => {
  it('matches values by their type, and text in any case', () => {
    const told = { value: 5, properties: { total: 12, plan: 'Pro', day: '2026-11-23T10:00:00Z', odd: null } };
    const test = (property: string, type: string, is: string, value?: unknown) => meetsAll(told, [{ property, type, is, value } as never]); // prettier-ignore
    expect([test('total', 'number', 'between', [1, 12]), test('plan', 'text', 'one_of', ['PRO'])]).toEqual([
      true,
      true,
    ]);
    expect([test('day', 'date', 'on', '2026-11-23'), test('total', 'text', 'is_set')]).toEqual([true, false]);
    expect([test('odd', 'text', 'is_set'), test('toString', 'text', 'is_set')]).toEqual([false, false]);
    expect(meetsAll(told, [{ type: 'number', is: 'above', value: 4 }])).toBe(true);
    expect(isSame(told, { properties: { total: 12 } }, { property: 'total', entry: 'total' })).toBe(true);
    expect(isSame(told, { properties: {} }, { property: 'none', entry: 'none' })).toBe(false);
  });

  it('splits people by their shares, each always alike', () => {
    const split = {
      id: 's',
      kind: 'split' as const,
      shares: [10, 60, 30].map((percent) => ({ percent, next: 'out' })),
    };
    const counts = [0, 0, 0];
    for (let person = 0; person < 20_000; person++) counts[shareOf(split, 'a', `person ${person}`)]! += 1;
    [0.1, 0.6, 0.3].forEach((share, index) => expect(counts[index]! / 20_000).toBeCloseTo(share, 1));
    expect(shareOf(split, 'a', 'x')).toBe(shareOf(split, 'a', 'x'));
  });
});
