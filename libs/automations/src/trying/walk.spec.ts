import { describe, expect, it } from '@jest/globals';
import { compileAutomation, readAutomationGraph, type AutomationGraph, type CompiledAutomation } from '@dundun/domain';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { aRandomGraph, aRandomStream, RANDOM } from '../testing-graphs.js';
import { referencePath, type Happening as Referred } from '../testing-reference.js';
import { assumptionsOf, DryRunTotals, unknownsOf } from './dry-run.js';
import { walk, type Ground, type Happening } from './walk.js';

const START = new Date('2026-11-01T12:00:00.123Z');
const [TEMPLATE, LIST] = [RANDOM.template, RANDOM.list];
const known = {
  lists: new Set([LIST]),
  segments: new Set(RANDOM.segments),
  templates: new Map([[TEMPLATE, { channels: ['email', 'sms'] as const, required: [] }]]),
  attributes: new Set<string>(),
};
const later = (days: number) => new Date(START.getTime() + days * 86_400_000);
const event = (name: string, at: Date, properties = {}): Happening => ({ at, occasion: { kind: 'event', key: name }, told: { properties }, isOld: false }); // prettier-ignore

function compiled(graph: unknown): CompiledAutomation {
  const { version, faults } = compileAutomation(readAutomationGraph(graph), known);
  if (!version) throw new Error(JSON.stringify(faults));
  return version;
}

const ground = (version: CompiledAutomation, happenings: Happening[], more: Partial<Ground> = {}): Ground => ({
  ...{ version, happenings, personId: 'p', salt: 'a', zone: 'UTC', until: later(30), isWelcome: true },
  answer: () => true,
  assumes: () => false,
  ...more,
});

/** A random graph without webhooks, whose answers a dry run only assumes. */
function drawn(random: () => number): AutomationGraph {
  for (;;) {
    const graph = readAutomationGraph(aRandomGraph(random));
    if (compileAutomation(graph, known).version && graph.steps.every(({ kind }) => kind !== 'webhook')) return graph;
  }
}

function happeningOf(each: Referred): Happening[] {
  const { at } = each;
  const fact = (occasion: Happening['occasion'], told: Happening['told'] = {}) => [
    { at, occasion, told, isOld: false },
  ];
  if (each.kind === 'event') return fact({ kind: 'event', key: each.name }, each);
  if (each.kind === 'segment') return fact({ kind: 'segment', key: each.segment, changes: ['enters'] });
  return each.kind === 'left' ? fact({ kind: 'list', key: each.list, changes: ['unsubscribed'] }) : [];
}

describe('a walk through the past', () => {
  it('takes the paths of the reference for random graphs and streams', () => {
    for (let seed = SEED; seed < SEED + repetitions(60, 10_000); seed++) {
      const random = randomFrom(seed);
      const graph = drawn(random);
      const entry = { properties: { order: 'o1', total: seed % 10 } };
      const answer: Ground['answer'] = (ask, _entry, at) => {
        if (ask.ask === 'date') return '2026-12-10';
        if (ask.ask === 'hold' && at.getUTCHours() < 6)
          return { reason: 'quiet_hours', until: new Date(at.getTime() + 6 * 3_600_000) };
        if (ask.ask === 'question' && 'entry' in ask.question) return entry.properties.total > 5;
        return (Math.floor(at.getTime() / 86_400_000) + seed) % 2 === 0;
      };
      const happenings = aRandomStream(random, START, graph);
      const expected = referencePath({ graph, happenings, entry, enteredAt: START, personId: 'p', salt: 'a', zone: 'Africa/Lagos', answer: (ask, at) => answer(ask, entry, at) }); // prettier-ignore
      const version = compiled(graph);
      const past = [event('Started', START, entry.properties), ...happenings.flatMap(happeningOf)];
      const { runs } = walk(ground(version, past, { answer, zone: 'Africa/Lagos', until: later(900) }));
      const [run] = runs;
      const visits = run?.visits.map(({ step, ...rest }) => ({ step: version.steps[step]?.step.id, ...rest }));
      expect({ seed, visits, end: run?.end }).toEqual({ seed, visits: expected.visits.map(({ step, outcome, at }) => ({ step, outcome, at })), end: expected.end.reason }); // prettier-ignore
    }
  });

  const nap = { id: 'nap', kind: 'delay', for: { days: 2 }, next: 'out' };
  const out = { id: 'out', kind: 'exit' };
  const started = { kind: 'event', event: 'Started', key: 'order' };
  const napping = (reentry: object) => compiled({ trigger: started, settings: { reentry }, first: 'nap', steps: [nap, out] }); // prettier-ignore
  const entrances = [0, 1, 3, 20].map((day) => event('Started', later(day), { order: day === 3 ? 'b' : 'a' }));

  it.each([
    ['never', {}, 1, 3],
    ['after_end', {}, 3, 1],
    ['after_days', { days: 10 }, 2, 2],
    ['each_key', {}, 2, 2],
  ])('re-entry %s %j: %i enter, %i are refused', (policy, more, entered, refused) => {
    const { runs, refused: kept } = walk(ground(napping({ policy, ...more }), entrances));
    expect([runs.length, kept]).toEqual([entered, refused]);
  });

  it('lets nobody in by old events, or whom the filter keeps out', () => {
    const version = napping({ policy: 'after_end' });
    const old = entrances.map((each) => ({ ...each, isOld: true }));
    expect(walk(ground(version, old)).runs).toEqual([]);
    expect(walk(ground(version, entrances, { isWelcome: false })).runs).toEqual([]);
  });

  it('leaves people where they would be now', () => {
    const { runs } = walk(ground(napping({ policy: 'never' }), [event('Started', later(29), { order: 'a' })]));
    expect(runs).toMatchObject([{ end: null, visits: [], dueAt: later(31) }]);
  });

  it('gives a range where a click decides, and exact numbers elsewhere', () => {
    const mail = { id: 'mail', kind: 'email', template: TEMPLATE, next: 'nap' };
    const look = { id: 'look', kind: 'branch', branches: [{ clicked: 'mail', next: 'glad' }], else: 'out' };
    const glad = { id: 'glad', kind: 'update', changes: [{ set: 'glad', to: true }], next: 'out' };
    const version = compiled({ trigger: started, settings: { list: LIST, reentry: { policy: 'after_end' } }, first: 'mail', steps: [mail, { ...nap, next: 'look' }, look, glad, out] }); // prettier-ignore
    const unknowns = unknownsOf(version);
    expect(unknowns).toEqual(['mail']);
    const totals = new DryRunTotals(version);
    for (const uid of ['u1', 'u2', 'u3']) {
      const past = [event('Started', later(1), { order: uid })];
      totals.add(uid, assumptionsOf(unknowns).map((held) => walk(ground(version, past, { assumes: (step) => held.has(step) })))); // prettier-ignore
    }
    expect(totals.of('entered')).toEqual({ least: 3, most: 3 });
    expect(totals.all('left look')).toEqual([['0', { least: 0, most: 3 }], ['else', { least: 0, most: 3 }]]); // prettier-ignore
    expect(totals.all('left out')).toEqual([['done', { least: 3, most: 3 }]]);
    expect(totals.all('sent')).toEqual([['2026-11-02', { least: 3, most: 3 }]]);
    expect(totals.examples().map(({ uid }) => uid)).toEqual(['u1', 'u2', 'u3']);
  });
});
