import { describe, expect, it } from '@jest/globals';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { compileAutomation, readAutomationGraph, type CompiledAutomation, type Told } from '@dundun/domain';
import { advance } from './advance.js';
import type { Place } from './place.js';
import { firstOf, hooksOfRun, hooksOfStep, isMet } from '../runs/hooks.js';
import type { Answer, Ask } from '../runs/run.js';
import { aRandomGraph, aRandomStream, CLOCKS, RANDOM, STARTED } from '../testing-graphs.js';
import { referencePath, type Happening, type ReferencePath, type ReferenceRun } from '../testing-reference.js';

const known = {
  lists: new Set([RANDOM.list]),
  segments: new Set(RANDOM.segments),
  templates: new Map([[RANDOM.template, { channels: ['email', 'sms'] as const, required: [] }]]),
  attributes: new Set(['due']),
};

function compiled(graph: unknown): CompiledAutomation {
  const { version, faults } = compileAutomation(readAutomationGraph(graph), known);
  if (!version) throw new Error(JSON.stringify(faults));
  return version;
}

/** What is true of a person changes from day to day, and is the same for both. */
function answerOf(seed: number, entry: Told) {
  return (what: Ask, at: Date): Answer => {
    if (what.ask === 'date') return seed % 5 === 0 ? null : '2026-12-10';
    const day = Math.floor(at.getTime() / 86_400_000);
    if (what.ask === 'consent') return (day + seed) % 7 !== 0;
    if (what.ask === 'hold') return aHold(seed, at);
    if ('entry' in what.question) return (entry.properties?.total as number) > 5;
    return (day + what.index + seed) % 2 === 0;
  };
}

/** Every third hour keeps messages back, until hours or days later. */
function aHold(seed: number, at: Date): Answer {
  const hour = Math.floor(at.getTime() / 3_600_000) + seed;
  if (hour % 3 !== 0) return true;
  const until = new Date(at.getTime() + (1 + (hour % 40)) * 3_600_000);
  return { reason: hour % 2 === 0 ? 'quiet_hours' : 'capped', until };
}

function drive<T>(asking: Generator<Ask, T, Answer>, answer: (what: Ask) => Answer): T {
  let next = asking.next();
  while (!next.done) next = asking.next(answer(next.value));
  return next.value;
}

/** Runs a version as a worker would, with the rows in memory and a virtual clock. */
function enginePath(version: CompiledAutomation, run: ReferenceRun): ReferencePath {
  const path: ReferencePath = { visits: [], effects: [], end: { at: run.enteredAt, reason: '' } };
  const idOf = (number: number) => version.steps[number]?.step.id ?? '';
  let [now, place]: [Date, Place] = [run.enteredAt, { step: 0, visit: 1, restsSince: null, way: null }];
  const pending = run.happenings.filter(({ at }) => at >= now);
  for (;;) {
    const moment = { now, turnAt: now, zone: run.zone, personId: run.personId, salt: run.salt };
    const { visits, begun, place: at, dueAt, end } = drive(advance(version, place, moment), (what) => run.answer(what, now)); // prettier-ignore
    for (const { visit, step, outcome, effect } of visits) {
      if (effect) path.effects.push(`${visit} ${effect.kind}`);
      path.visits.push({ visit, step: idOf(step), outcome, at: now });
    }
    if (begun) path.effects.push(`${at.visit} ${begun.kind}`);
    if (end) return { ...path, end: { at: now, reason: end } };
    place = at;
    let way: string | undefined;
    while (dueAt && pending[0] && pending[0].at <= dueAt && way === undefined) {
      const happening = pending.shift() as Happening;
      if (happening.at > now) now = happening.at;
      const met = firstOf(heard(version, place, happening, run.entry));
      if (met?.visit === 0) return { ...path, end: { at: now, reason: met.way } };
      way = met?.way;
    }
    if (way === undefined && dueAt) now = dueAt;
    place = { ...place, way: way ?? null };
  }
}

function heard(version: CompiledAutomation, place: Place, happening: Happening, entry: Told) {
  const step = version.steps[place.step]?.step;
  if (happening.kind === 'answered')
    return step?.kind === 'webhook' && step.id === happening.step
      ? [{ visit: place.visit, way: happening.isOk ? 'next' : 'failed' }]
      : [];
  const [kind, key] =
    happening.kind === 'event'
      ? ['event', happening.name]
      : happening.kind === 'segment'
        ? ['segment', happening.segment]
        : happening.kind === 'left'
          ? ['list', happening.list]
          : ['message', happening.step];
  const hooks = [...hooksOfRun(version), ...hooksOfStep(version, place, (sent) => sent)];
  const told = happening.kind === 'event' ? happening : {};
  return hooks.filter(
    (hook) => hook.kind === kind && hook.key === key && isMet(version, hook, place.step, told, entry),
  );
}

function aRun(seed: number): ReferenceRun {
  const random = randomFrom(seed);
  const graph = readAutomationGraph(drawable(random));
  const enteredAt = new Date('2026-11-23T12:00:00.123Z');
  const entry = graph.trigger.kind === 'event' ? { properties: { order: 'o1', total: seed % 10 } } : {};
  const zone = ['UTC', 'Africa/Lagos', 'America/New_York', 'Asia/Kathmandu'][seed % 4] as string;
  const happenings = aRandomStream(random, enteredAt, graph);
  return { graph, enteredAt, entry, personId: `p${seed}`, salt: 'a', zone, answer: answerOf(seed, entry), happenings };
}

/** Random ways may leave a step out; a graph must reach all of its steps. */
function drawable(random: () => number) {
  for (;;) {
    const graph = readAutomationGraph(aRandomGraph(random, [STARTED, STARTED, ...CLOCKS]));
    if (compileAutomation(graph, known).version) return graph;
  }
}

describe('runs of random graphs over random streams', () => {
  const seeds = Array.from({ length: repetitions(400, 20_000) }, (_, index) => SEED + index);

  it('end, visit each step once in the order of its ways, and make each effect once', () => {
    for (const seed of seeds) {
      const run = aRun(seed);
      const { visits, effects, end } = referencePath(run);
      expect(visits.map(({ visit }) => visit)).toEqual(visits.map((_, index) => index + 1));
      expect(new Set(visits.map(({ step }) => step)).size).toBe(visits.length);
      expect(new Set(effects).size).toBe(effects.length);
      const times = [run.enteredAt, ...visits.map(({ at }) => at), end.at].map(Number);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      expect(visits.at(-1)?.outcome === 'done').toBe(end.reason === 'done');
    }
  });

  it('take the same path by the compiled version as by the drawing', () => {
    const [reasons, triggers] = [new Set<string>(), new Set<string>()];
    for (const seed of seeds) {
      const run = aRun(seed);
      const expected = referencePath(run);
      reasons.add(expected.end.reason);
      triggers.add(run.graph.trigger.kind);
      expect({ seed, ...enginePath(compiled(run.graph), run) }).toEqual({ seed, ...expected });
    }
    expect([...reasons].sort()).toEqual(['done', 'exit', 'goal', 'left']);
    expect([...triggers].sort()).toEqual(['date', 'event', 'schedule']);
  });

  it('go on in the next round after twenty visits', () => {
    const steps = Array.from({ length: 30 }, (_, index) => ({
      ...{ id: `s${index}`, kind: 'update', changes: [{ set: 'n', to: index }] },
      next: index === 29 ? 'out' : `s${index + 1}`,
    }));
    const graph = { trigger: { kind: 'api' }, first: 's0', steps: [...steps, { id: 'out', kind: 'exit' }] };
    const now = new Date();
    const moment = { now, turnAt: now, zone: 'UTC', personId: 'p', salt: 'a' };
    const first = drive(advance(compiled(graph), { step: 0, visit: 1, restsSince: null, way: null }, moment), () => true); // prettier-ignore
    expect([first.visits.length, first.end, first.dueAt]).toEqual([20, null, now]);
    const second = drive(advance(compiled(graph), first.place, moment), () => true);
    expect([second.visits.length, second.visits[0]?.visit, second.end]).toEqual([11, 21, 'done']);
  });
});
