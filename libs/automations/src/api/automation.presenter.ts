import type {
  AutomationChangesView,
  AutomationDetailView,
  AutomationExplanationView,
  AutomationHoldView,
  AutomationPathView,
  AutomationRunCountsView,
  AutomationRunView,
  AutomationStepView,
  AutomationValidationView,
  AutomationVersionView,
  AutomationView,
} from '@dundun/contracts';
import { fullApproval, type FieldFault, type JsonObject } from '@dundun/domain';
import type { AutomationRow } from '../definitions/automation.js';
import type { VersionRow } from '../definitions/automation-drafts.repository.js';
import type { RunRow } from '../runs/automation-runs.repository.js';
import type { EntranceCheck } from '../entering/entrance-checks.js';
import { WHOLE_RUN } from '../runs/run-counts.repository.js';
import type { RunPath } from '../runs/runs.service.js';
import type { NamedStep } from '../definitions/step-names.js';
import type { MoveRow } from '../moving/moves.repository.js';
import type { VersionChanges } from '../moving/version-changes.service.js';

interface Counted {
  version: number;
  step: number;
  outcome: string;
  count: number;
}
/** What was counted of an automation, and who is inside. */
interface AutomationNumbers {
  counted: readonly Counted[];
  inside: readonly Omit<Counted, 'outcome'>[];
}

export function presentAutomation(row: AutomationRow, { counted, inside }: AutomationNumbers): AutomationView {
  const { id, name, state, draft: graph, live_version, enters, note } = row;
  const approval = row.approval && fullApproval(row.approval);
  const runs: AutomationRunCountsView = { inside: 0, entered: 0, ended: {} };
  for (const { count } of inside) runs.inside += count;
  for (const { step, outcome, count } of counted) {
    if (step !== WHOLE_RUN) continue;
    if (outcome === 'entered') runs.entered += count;
    else runs.ended[outcome] = (runs.ended[outcome] ?? 0) + count;
  }
  return {
    ...{ id, name, state, graph, live_version, enters, note, approval, runs },
    paused_at: row.paused_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function presentDetail(
  row: AutomationRow,
  numbers: AutomationNumbers,
  names: ReadonlyMap<number, readonly NamedStep[]>,
  move?: MoveRow,
): AutomationDetailView {
  const steps = [...names].reverse().flatMap(([version, all]) =>
    all.map(({ id, kind, name }, number): AutomationStepView => {
      const isHere = (each: { version: number; step: number }) => each.version === version && each.step === number;
      const left = numbers.counted.filter(isHere).map(({ outcome, count }) => [outcome, count] as const);
      const waiting = numbers.inside.find(isHere)?.count ?? 0;
      return { version, step: id, kind, name, waiting, left: Object.fromEntries(left) };
    }),
  );
  return { ...presentAutomation(row, numbers), steps, move: move ? presentMove(move, numbers) : null };
}

function presentMove({ version, moved, ended, started_at, finished_at }: MoveRow, { inside }: AutomationNumbers) {
  const before = finished_at ? [] : inside.filter((each) => each.version < version);
  return {
    ...{ version, moved, ended, left: before.reduce((total, { count }) => total + count, 0) },
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

export const presentChanges = ({
  liveVersion,
  steps,
  wouldMove,
  wouldEnd,
  skips,
}: VersionChanges): AutomationChangesView => ({
  live_version: liveVersion,
  steps: steps.map(({ step: { id, kind, name = null }, change, people }) => ({ step: id, kind, name, change, people })),
  would_move: wouldMove,
  would_end: wouldEnd,
  skips: skips.map(({ step, entrants, withoutConsent }) => ({ step, entrants, without_consent: withoutConsent })),
});

export const presentVersion = ({ version, graph, published_by, published_at }: VersionRow): AutomationVersionView => ({
  ...{ version, graph, published_by },
  published_at: published_at.toISOString(),
});

export const presentProblems = (
  problems: readonly FieldFault[],
  graph: JsonObject,
  isVoid: boolean,
): AutomationValidationView => ({
  is_valid: problems.length === 0,
  approval_void: isVoid,
  problems: problems.map(({ field, message }) => ({ step: stepOf(field, graph), field, message })),
});

function stepOf(field: string, { steps }: JsonObject): string | null {
  const index = /^graph\.steps\[(\d+)\]/.exec(field)?.[1];
  const step: unknown = index !== undefined && Array.isArray(steps) ? steps[Number(index)] : undefined;
  const id = typeof step === 'object' && step !== null ? (step as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : null;
}

export function presentRun(row: RunRow, steps: readonly NamedStep[] = []): AutomationRunView {
  const { id, uid, email, version, key, error, end_reason } = row;
  const due = row.mode === 'look' ? (row.wakes_at ?? row.due_at) : (row.due_at ?? row.held_at);
  return {
    ...{ id, uid, email, version, key, error, end_reason },
    step: steps[row.step]?.id ?? null,
    hold: presentHold(row),
    due_at: due?.toISOString() ?? null,
    entered_at: row.entered_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

function presentHold({ hold, visit, ended_at }: RunRow): AutomationHoldView | null {
  if (hold?.visit !== visit || ended_at !== null) return null;
  const { reason, until, cap = null } = hold;
  return { reason, until, cap };
}

export const presentPath = ({ run, visits, steps }: RunPath): AutomationPathView => ({
  run: presentRun(run, steps.get(run.version)),
  visits: visits.map(({ visit, version, step: number, at, outcome, facts, effect_id, message_status }) => {
    const { id = '', kind = '', name = null } = steps.get(version)?.[number] ?? {};
    const isSend = kind === 'email' || kind === 'sms';
    return {
      ...{ visit, version, step: id, kind, name, at: at.toISOString(), outcome, facts, message_status },
      message: isSend ? effect_id : null,
    };
  }),
  entry: {
    ...(run.vars.entry?.value !== undefined && run.vars.entry.value !== null && { value: run.vars.entry.value }),
    ...run.vars.entry?.properties,
  },
});

export const presentExplanation = (
  { runs, checks }: { runs: readonly RunRow[]; checks: EntranceCheck[] },
  names: ReadonlyMap<number, readonly NamedStep[]>,
): AutomationExplanationView => ({ runs: runs.map((run) => presentRun(run, names.get(run.version))), checks });
