import type { Approval, AutomationState, ConversionGoal, JsonObject } from '@dundun/domain';

/** An automation as it is stored. */
export interface AutomationRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  name: string;
  state: AutomationState;
  /** The graph as it is drawn, which may be incomplete. */
  draft: JsonObject;
  live_version: number | null;
  /** Whether people may come in while it is live. */
  enters: boolean;
  /** Why nobody comes in, if nobody asked for it. */
  note: string | null;
  paused_at: Date | null;
  /** The group of its messages since it was last published after a stop. */
  group_id: string | null;
  /** Whether a stop still ends people inside. */
  is_ending: boolean;
  /** Whether the draft may be published, where the workspace requires approval. */
  approval: Approval | null;
  /** What it is for; null if nothing is counted. */
  conversion: ConversionGoal | null;
  created_at: Date;
  updated_at: Date;
}

/** Selects automations. */
export interface AutomationFilter {
  /** Part of the name. */
  q?: string;
  state?: string;
}

export const AUTOMATION_COLUMNS =
  'workspace_id, id, name, state, draft, live_version, enters, note, paused_at, group_id, is_ending, approval, conversion, created_at, updated_at';

/** What a new automation looks like: people enter by a call and are out at once. */
export const EMPTY_DRAFT: JsonObject = {
  trigger: { kind: 'api' },
  settings: {},
  first: 'end',
  steps: [{ id: 'end', kind: 'exit' }],
};
