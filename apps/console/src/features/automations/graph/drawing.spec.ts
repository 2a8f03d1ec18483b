import { describe, expect, it } from '@jest/globals';
import type { AutomationGraph } from '@dundun/domain';
import { changesOf } from './changes';
import { layOut, lineAt, nextTo, TRIGGER } from './layout';
import { outlineOf, type OutlinedWay } from './outline';
import { problemsOf } from './problems';
import { summaryOf, triggerSentence, wayLabel, type Names } from './sentences';

const LIST = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b10';
const TEMPLATE = '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10';
const NOBODY: Names = { list: () => 'News', segment: () => null, template: () => 'Hello', step: () => 'Hello' };

/** wait → mail, or at once → late → out */
const graph: AutomationGraph = {
  trigger: { kind: 'list', list: LIST, change: 'subscribed' },
  settings: { list: LIST, reentry: { policy: 'never' } },
  first: 'wait',
  steps: [
    { id: 'wait', kind: 'wait', wake: [{ event: 'Order placed', next: 'mail' }], timeout: { hours: 4 }, else: 'late' },
    { id: 'mail', kind: 'email', template: TEMPLATE, late: 'wait', expires: { days: 3 }, next: 'late' },
    { id: 'late', kind: 'delay', for: { days: 1 }, next: 'out' },
    { id: 'out', kind: 'exit' },
  ],
};

describe('the layout', () => {
  const drawing = layOut(graph);

  it('places each step below those that lead to it, and no two on each other', () => {
    const { boxes, lines } = drawing;
    for (const { from, to } of lines) {
      const [above, below] = [boxes.get(from), boxes.get(to)];
      expect((above?.y ?? NaN) + (above?.height ?? NaN)).toBeLessThan(below?.y ?? NaN);
    }
    const all = [...boxes.values()];
    for (const one of all)
      for (const other of all)
        if (one !== other) {
          const isApart = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y; // prettier-ignore
          expect(isApart).toBe(true);
        }
  });

  it('gives each line a place of its own, also two between the same steps', () => {
    const double = layOut({ ...graph, steps: graph.steps.map((step) => (step.kind === 'wait' ? { ...step, else: 'mail' } : step)) }); // prettier-ignore
    const [one, other] = double.lines.filter(({ from }) => from === 'wait');
    expect(Math.abs((one?.x ?? 0) - (other?.x ?? 0))).toBeGreaterThan(24);
  });

  it('draws the first way on the left', () => {
    const [first, second] = drawing.lines.filter(({ from }) => from === 'wait');
    expect(first?.x).toBeLessThan(second?.x ?? 0);
  });

  it('finds the line under a dragged step, and none far away', () => {
    const [line] = drawing.lines;
    expect(lineAt(drawing, (line?.x ?? 0) + 20, line?.y ?? 0, 56)).toBe(line);
    expect(lineAt(drawing, -1_000, -1_000, 56)).toBeUndefined();
  });

  it('walks from step to step by arrow keys', () => {
    expect(nextTo(drawing, TRIGGER, 'ArrowDown')).toBe('wait');
    expect(nextTo(drawing, 'wait', 'ArrowUp')).toBe(TRIGGER);
    expect(nextTo(drawing, 'out', 'ArrowDown')).toBeUndefined();
  });
});

describe('the outline', () => {
  const idsOf = ({ steps }: OutlinedWay): string[] => steps.flatMap(({ step, ways }) => [step.id, ...ways.flatMap(idsOf)]); // prettier-ignore

  it('says each step once, ways below the step at which they part', () => {
    const outline = outlineOf(graph);
    expect(idsOf(outline)).toEqual(['wait', 'mail', 'late', 'out']);
    const ways = outline.steps[0]?.ways ?? [];
    expect(ways.map(({ goesTo }) => goesTo)).toEqual(['late', 'late']);
    expect(ways.map(({ steps }) => steps.length)).toEqual([1, 0]);
  });

  it('offers the line at the end of each way', () => {
    const ways = outlineOf(graph).steps[0]?.ways ?? [];
    expect(ways.map(({ last }) => last)).toEqual([{ from: 'mail', label: 'next' }, { from: 'wait', label: 'else' }]); // prettier-ignore
  });
});

describe('sentences', () => {
  it('say who enters, what a step does and when a way is taken', () => {
    const [wait, mail, late] = graph.steps;
    expect(triggerSentence(graph.trigger, NOBODY)).toBe('When somebody joins the list “News”');
    expect(summaryOf(wait as never, NOBODY)).toBe('“Order placed” happens, at most 4 hours');
    expect(summaryOf(mail as never, NOBODY)).toBe('Hello');
    expect(summaryOf(late as never, NOBODY)).toBe('1 day');
    expect(wayLabel(wait, 'else', NOBODY)).toBe('After 4 hours');
  });

  it('say a date before, on and after its day', () => {
    const trigger = (days: number) => ({ kind: 'date', attribute: 'birthday', every: 'year', days, at: '09:00' }) as const; // prettier-ignore
    expect(triggerSentence(trigger(-3), NOBODY)).toBe('Every year 3 days before birthday, at 09:00');
    expect(triggerSentence(trigger(0), NOBODY)).toBe('Every year on birthday, at 09:00');
  });
});

describe('problems', () => {
  const all = { lists: [LIST], segments: [] };

  it('are none for a whole drawing', () => {
    expect(problemsOf(graph, all)).toEqual([]);
  });

  it('stand at their step, in words for a marketer', () => {
    const broken = { ...graph, steps: graph.steps.map((step) => (step.kind === 'email' ? { ...step, template: '' } : step)) }; // prettier-ignore
    expect(problemsOf(broken, all)).toEqual([
      { step: 'mail', field: 'steps[1].template', text: 'Template: nothing is chosen yet' },
    ]);
  });

  it('name a list that is gone', () => {
    expect(problemsOf(graph, { lists: [], segments: [] }).map(({ field }) => field)).toContain('trigger.list');
    expect(problemsOf(graph, { lists: null, segments: null })).toEqual([]);
  });
});

it('compares two versions by the ids of their steps', () => {
  const steps = graph.steps.filter(({ id }) => id !== 'late').map((step) => (step.id === 'mail' ? { ...step, name: 'Hi' } : step)); // prettier-ignore
  expect(changesOf(graph, { ...graph, goal: { event: 'Paid' }, steps })).toEqual({
    ...{ added: [], removed: ['late'], changed: ['mail'], trigger: false, settings: false, goal: true },
  });
});
