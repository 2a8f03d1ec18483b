/** Who is bounded: a network, a list or a workspace that causes confirmation mail, or the mailbox that gets it. */
export type BudgetKind = 'network' | 'list' | 'workspace' | 'mailbox';

/** Identifies a budget. */
export interface BudgetName {
  workspaceId: number;
  budget: BudgetKind;
  /** The network block, the id of the list, `all` for the workspace, or the keyed hash of the mailbox. */
  name: string;
}

/** The row of a budget. */
export interface BudgetRow extends BudgetName {
  /** Mails by slot of time: seconds since 1970 divided by the length of a slot. */
  used: Record<string, number>;
  refused: number;
  firstRefusedAt: Date | null;
  lastRefusedAt: Date | null;
}

/** The length of a slot in seconds, and how many slots before the current one count too. */
const SPANS: Record<BudgetKind, { seconds: number; before: number }> = {
  // The last hour, and up to five minutes more.
  network: { seconds: 300, before: 12 },
  list: { seconds: 300, before: 12 },
  workspace: { seconds: 300, before: 12 },
  // The UTC day.
  mailbox: { seconds: 86_400, before: 0 },
};

/** Refusals with less than a day between them belong together. */
const APART_MS = 86_400_000;

/** How much of a budget is used now. Its row is locked while it is decided upon. */
export class ConfirmationBudget {
  private readonly slot: number;

  constructor(
    readonly row: BudgetRow,
    private readonly most: number,
    private readonly now: Date,
  ) {
    const { seconds, before } = SPANS[row.budget];
    this.slot = Math.floor(now.getTime() / 1_000 / seconds);
    const counts = Object.entries(row.used).filter(([slot]) => Number(slot) >= this.slot - before);
    row.used = Object.fromEntries(counts);
  }

  get isSpent(): boolean {
    return Object.values(this.row.used).reduce((sum, count) => sum + count, 0) >= this.most;
  }

  spend(): void {
    const { used } = this.row;
    used[this.slot] = (used[this.slot] ?? 0) + 1;
  }

  /** Counts a mail that is not sent. */
  refuse(): void {
    const { row, now } = this;
    const isNew = !row.lastRefusedAt || now.getTime() - row.lastRefusedAt.getTime() > APART_MS;
    row.refused = isNew ? 1 : row.refused + 1;
    row.firstRefusedAt = isNew ? now : row.firstRefusedAt;
    row.lastRefusedAt = now;
  }
}
