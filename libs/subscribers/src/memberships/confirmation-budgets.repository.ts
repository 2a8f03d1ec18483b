import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { BudgetKind, BudgetName, BudgetRow } from './confirmation-budget.js';

interface Row extends Record<string, unknown> {
  workspace_id: number;
  budget: BudgetKind;
  name: string;
  used: Record<string, number>;
  refused: number;
  first_refused_at: Date | null;
  last_refused_at: Date | null;
  now: Date;
}

/** A budget that has refused mails. */
export interface RefusingBudget extends Record<string, unknown> {
  budget: BudgetKind;
  name: string;
  /** The title of the list, if the budget is that of a list. */
  list_title: string | null;
  refused: number;
  first_refused_at: Date;
  last_refused_at: Date;
}

// Locks in key order, so that two processes do not deadlock. The clock is that of the database, which all processes share.
const LOCK = {
  name: 'confirmation-budgets-lock',
  text: `
    INSERT INTO confirmation_budgets AS b (workspace_id, budget, name)
    SELECT workspace_id, budget, name
    FROM jsonb_to_recordset($1::jsonb) AS asked(workspace_id int, budget text, name text) ORDER BY 1, 2, 3
    ON CONFLICT (workspace_id, budget, name) DO UPDATE SET touched_at = now()
    RETURNING b.workspace_id, b.budget, b.name, b.used, b.refused, b.first_refused_at, b.last_refused_at,
      clock_timestamp() AS now`,
};

const KEEP = {
  name: 'confirmation-budgets-keep',
  text: `
    UPDATE confirmation_budgets b SET used = kept.used, refused = kept.refused,
      first_refused_at = kept.first_refused_at, last_refused_at = kept.last_refused_at
    FROM jsonb_to_recordset($1::jsonb) AS kept(
      workspace_id int, budget text, name text, used jsonb, refused int, first_refused_at timestamptz,
      last_refused_at timestamptz)
    WHERE b.workspace_id = kept.workspace_id AND b.budget = kept.budget AND b.name = kept.name`,
};

const REFUSING = `
  SELECT b.budget, b.name, l.title AS list_title, b.refused, b.first_refused_at, b.last_refused_at
  FROM confirmation_budgets b
  LEFT JOIN lists l ON b.budget = 'list' AND l.workspace_id = b.workspace_id AND l.id::text = b.name
  WHERE b.workspace_id = $1 AND b.refused > 0 AND b.last_refused_at > now() - interval '7 days'
  ORDER BY b.last_refused_at DESC, b.budget, b.name LIMIT $2`;

/** The counters behind the budgets of confirmation mail, shared by all processes. */
@Injectable()
export class ConfirmationBudgets {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Locks budgets until the open transaction ends. @param names each once @returns the rows and the time of the database */
  async lock(names: BudgetName[]): Promise<{ rows: BudgetRow[]; now: Date }> {
    const asked = names.map(({ workspaceId, budget, name }) => ({ workspace_id: workspaceId, budget, name }));
    const rows = await this.database.query<Row>(LOCK, [JSON.stringify(asked)]);
    // The last row was locked last.
    return { rows: rows.map(budgetOf), now: rows.at(-1)?.now ?? new Date() };
  }

  /** Stores locked budgets. */
  async keep(rows: BudgetRow[]): Promise<void> {
    await this.database.execute(KEEP, [JSON.stringify(rows.map(storedOf))]);
  }

  /** Returns the budgets that refused mails in the last seven days, the latest first. */
  refusing(workspaceId: number, most: number): Promise<RefusingBudget[]> {
    return this.database.query<RefusingBudget>(REFUSING, [workspaceId, most]);
  }
}

const budgetOf = (row: Row): BudgetRow => ({
  workspaceId: row.workspace_id,
  budget: row.budget,
  name: row.name,
  used: row.used,
  refused: row.refused,
  firstRefusedAt: row.first_refused_at,
  lastRefusedAt: row.last_refused_at,
});

const storedOf = (row: BudgetRow) => ({
  workspace_id: row.workspaceId,
  budget: row.budget,
  name: row.name,
  used: row.used,
  refused: row.refused,
  first_refused_at: row.firstRefusedAt,
  last_refused_at: row.lastRefusedAt,
});
