import { describe, expect, it } from '@jest/globals';
import { readAutomationGraph, waysOf, type AutomationGraph, type StepKind } from '@dundun/domain';
import { addStep, changeStep, copySteps, deleteSteps, endHere, leadTo, moveStep, pasteSteps, placesFor } from './edits';
import { emptyGraph, openGraph } from './open-graph';
import { hasCircle, inOrder, reachedFrom } from './reach';
import { FROM_TRIGGER, linesTo, stepOf, targetOf, type Line } from './steps';

const TEMPLATE = '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10';

/** one → mail → two → out */
const chain = (): AutomationGraph => ({
  trigger: { kind: 'event', event: 'Signed up' },
  settings: { reentry: { policy: 'never' } },
  first: 'one',
  steps: [
    { id: 'one', kind: 'delay', for: { hours: 1 }, next: 'mail' },
    { id: 'mail', kind: 'email', template: TEMPLATE, late: 'wait', expires: { days: 3 }, next: 'two' },
    { id: 'two', kind: 'delay', for: { days: 2 }, next: 'out' },
    { id: 'out', kind: 'exit' },
  ],
});

/** who → yes | no; yes → later → out; no → end */
const forked = (): AutomationGraph => ({
  ...chain(),
  first: 'who',
  steps: [
    { id: 'who', kind: 'branch', branches: [{ entry: [{ type: 'text', is: 'is_set' }], next: 'yes' }], else: 'no' },
    { id: 'yes', kind: 'delay', for: { hours: 1 }, next: 'later' },
    { id: 'later', kind: 'delay', for: { hours: 2 }, next: 'out' },
    { id: 'no', kind: 'delay', for: { hours: 3 }, next: 'end' },
    { id: 'out', kind: 'exit' },
    { id: 'end', kind: 'exit' },
  ],
});

const after = (from: string, label = 'next'): Line => ({ from, label });
const names = (graph: AutomationGraph) => inOrder(graph).filter((id) => stepOf(graph, id)?.kind !== 'exit');

/** Every way leads to a step, and none comes back. */
function isWhole(graph: AutomationGraph): boolean {
  const known = new Set(graph.steps.map(({ id }) => id));
  return known.has(graph.first) && graph.steps.every((step) => waysOf(step).every(({ to }) => known.has(to))) && !hasCircle(graph); // prettier-ignore
}

describe('a drawing', () => {
  it('takes a step on the line on which it is added', () => {
    const { graph, id } = addStep(chain(), after('mail'), 'delay');
    expect(names(graph)).toEqual(['one', 'mail', id, 'two']);
    const first = addStep(chain(), FROM_TRIGGER, 'delay');
    expect(first.graph.first).toBe(first.id);
  });

  it('lets a new branch go on, and ends it for everybody else', () => {
    const { graph, id } = addStep(chain(), after('one'), 'branch');
    expect(targetOf(graph, after(id, '0'))).toBe('mail');
    expect(stepOf(graph, targetOf(graph, after(id, 'else')))?.kind).toBe('exit');
  });

  it.each<StepKind>(['delay', 'wait', 'branch', 'split', 'email', 'sms', 'webhook', 'update', 'exit'])(
    'is whole after a step of the kind %s was added anywhere',
    (kind) => {
      for (const step of forked().steps)
        for (const line of waysOf(step).map(({ label }) => after(step.id, label)))
          expect(isWhole(addStep(forked(), line, kind).graph)).toBe(true);
    },
  );

  it('joins the lines around a deleted step', () => {
    expect(names(deleteSteps(chain(), ['mail']))).toEqual(['one', 'two']);
    expect(deleteSteps(chain(), ['one']).first).toBe('mail');
    expect(names(deleteSteps(chain(), ['one', 'mail', 'two']))).toEqual([]);
  });

  it('follows the longest way of a deleted branch; what only the others led to goes with it', () => {
    const graph = deleteSteps(forked(), ['who']);
    expect(names(graph)).toEqual(['yes', 'later']);
    expect(graph.steps.map(({ id }) => id)).not.toContain('end');
  });

  it('does not delete an end', () => {
    expect(deleteSteps(chain(), ['out'])).toEqual(chain());
  });

  it('moves a step onto another line, and takes its side ways with it', () => {
    expect(names(moveStep(chain(), 'two', after('one')))).toEqual(['one', 'two', 'mail']);
    const graph = moveStep(forked(), 'who', after('later'));
    expect(names(graph)).toEqual(['yes', 'later', 'who', 'no']);
    expect(isWhole(graph)).toBe(true);
  });

  it('does not move a step onto its own lines, or below itself', () => {
    expect(moveStep(chain(), 'mail', after('mail'))).toEqual(chain());
    expect(moveStep(chain(), 'mail', after('one'))).toEqual(chain());
    expect(moveStep(forked(), 'who', after('no'))).toEqual(forked());
  });

  it('refuses a way that comes back to itself, and one that leads nowhere', () => {
    expect(leadTo(chain(), after('two'), 'one')).toEqual(chain());
    expect(leadTo(chain(), after('two'), 'gone')).toEqual(chain());
    expect(names(leadTo(chain(), FROM_TRIGGER, 'two'))).toEqual(['two']);
  });

  it('drops what a changed way has cut off, but nothing that stood alone before', () => {
    const alone: AutomationGraph = { ...chain(), steps: [...chain().steps, { id: 'lost', kind: 'exit' }] };
    const ended = endHere(alone, after('one'));
    expect(names(ended)).toEqual(['one']);
    expect(ended.steps.map(({ id }) => id)).toContain('lost');
  });

  it('drops a way with its steps when the question is removed', () => {
    const graph = changeStep(forked(), 'who', (step) => ({ ...step, branches: [] }) as never);
    expect(names(graph)).toEqual(['who', 'no']);
  });

  it('takes pasted copies in their order, with ids of their own', () => {
    const copies = copySteps(chain(), ['two', 'one', 'out']);
    expect(copies.map(({ id }) => id)).toEqual(['one', 'two']);
    const { graph, ids } = pasteSteps(chain(), after('two'), copies);
    expect(names(graph)).toEqual(['one', 'mail', 'two', ...ids]);
    expect(new Set(graph.steps.map(({ id }) => id)).size).toBe(6);
    expect(isWhole(graph)).toBe(true);
  });

  it('lets a copied question ask about the copied mail', () => {
    const asked = changeStep(addStep(chain(), after('mail'), 'wait').graph, 'mail', (step) => step);
    const wait = asked.steps.find(({ kind }) => kind === 'wait');
    const graph = changeStep(asked, wait?.id ?? '', (step) => step.kind === 'wait' ? { ...step, wake: [{ clicked: 'mail', next: step.else }] } : step); // prettier-ignore
    const pasted = pasteSteps(graph, after('two'), copySteps(graph, ['mail', wait?.id ?? '']));
    expect(stepOf(pasted.graph, pasted.ids[1] ?? '')).toMatchObject({ wake: [{ clicked: pasted.ids[0] }] });
  });

  it('offers a way only places from which it does not come back', () => {
    expect(
      placesFor(forked(), after('yes'))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['end', 'later', 'no', 'out']);
  });

  it('has at most 200 steps', () => {
    let graph = chain();
    for (let added = 0; added < 250; added++) graph = addStep(graph, FROM_TRIGGER, 'delay').graph;
    expect(graph.steps.length).toBeLessThanOrEqual(200);
    expect(addStep(graph, FROM_TRIGGER, 'delay')).toEqual({ graph, id: '' });
  });
});

describe('a draft', () => {
  it('can be drawn whatever it is', () => {
    const drafts = [null, 7, {}, { steps: 'none' }, { first: 'x', steps: [{ id: 'x' }, { id: 'y', kind: 'wait', wake: 3 }, null] }]; // prettier-ignore
    for (const draft of drafts) expect(isWhole(openGraph(draft))).toBe(true);
  });

  it('is drawn as it is if it is whole', () => {
    expect(openGraph(chain())).toEqual(chain());
    expect(openGraph(forked())).toEqual(forked());
  });

  it('begins with a trigger and an end that the reader takes but for the name of the event', () => {
    const graph = { ...emptyGraph(), trigger: { kind: 'event', event: 'Signed up' } };
    expect(readAutomationGraph(graph)).toEqual(graph);
    expect(reachedFrom(emptyGraph(), emptyGraph().first).size).toBe(0);
  });
});

it('knows the lines to a step', () => {
  expect(linesTo(chain(), 'one')).toEqual([FROM_TRIGGER]);
  expect(linesTo(forked(), 'yes')).toEqual([after('who', '0')]);
});
