import type { DryRunCountView, DryRunView } from '@dundun/contracts';
import type { Range } from '../trying/dry-run.js';
import type { DryRun } from '../trying/dry-runs.service.js';

const named = (counts: readonly [string, Range][]): DryRunCountView[] =>
  counts.map(([name, range]) => ({ name, ...range }));

export const presentDryRun = ({ version, since, until, people, isComplete, unknowns, totals }: DryRun): DryRunView => ({
  since: since.toISOString(),
  until: until.toISOString(),
  ...{ people, is_complete: isComplete },
  entered: totals.of('entered'),
  refused: totals.of('refused'),
  ended: named(totals.all('ended')),
  steps: version.steps.map(({ step: { id, kind } }) => ({
    ...{ step: id, kind, left: named(totals.all(`left ${id}`)) },
    waiting: totals.of(`waiting ${id}`),
  })),
  messages: named(totals.all('sent')),
  unknown: unknowns,
  examples: totals.examples().map(({ uid, enteredAt, visits, at, end }) => ({
    ...{ uid, entered_at: enteredAt.toISOString(), step: at, end_reason: end },
    visits: visits.map((visit) => ({ ...visit, at: visit.at.toISOString() })),
  })),
});
