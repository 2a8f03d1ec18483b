import { describe, expect, it } from '@jest/globals';
import { ConfirmationBudget, type BudgetKind, type BudgetRow } from './confirmation-budget.js';

const aRow = (budget: BudgetKind): BudgetRow => ({
  workspaceId: 1,
  budget,
  name: 'x',
  used: {},
  refused: 0,
  firstRefusedAt: null,
  lastRefusedAt: null,
});
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));

/** Spends the budget at these minutes. @returns the minutes at which it was not spent yet */
function granted(row: BudgetRow, most: number, minutes: number[]): number[] {
  return minutes.filter((minute) => {
    const budget = new ConfirmationBudget(row, most, at(minute));
    if (budget.isSpent) budget.refuse();
    else budget.spend();
    return row.lastRefusedAt?.getTime() !== at(minute).getTime();
  });
}

describe('ConfirmationBudget', () => {
  it('grants no more than the most in any hour, wherever the hour begins', () => {
    const minutes = Array.from({ length: 240 }, (_, minute) => minute);
    const sent = granted(aRow('network'), 20, minutes);
    for (const start of minutes) {
      expect(sent.filter((minute) => minute >= start && minute < start + 60).length).toBeLessThanOrEqual(20);
    }
    expect(sent.length).toBeGreaterThan(60);
  });

  it('counts a mailbox by the UTC day', () => {
    expect(granted(aRow('mailbox'), 3, [0, 1, 2, 3, 719, 720, 721])).toEqual([0, 1, 2, 720, 721]);
  });

  it('keeps only the slots that still count', () => {
    const row = aRow('list');
    granted(
      row,
      1_000,
      Array.from({ length: 500 }, (_, minute) => minute),
    );
    expect(Object.keys(row.used).length).toBeLessThanOrEqual(13);
  });

  it('counts refusals from the first, and starts again after a quiet day', () => {
    const row = aRow('network');
    granted(row, 1, [0, 1, 2]);
    expect(row).toMatchObject({ refused: 2, firstRefusedAt: at(1), lastRefusedAt: at(2) });
    granted(row, 1, [3_000, 3_001]);
    expect(row).toMatchObject({ refused: 1, firstRefusedAt: at(3_001) });
  });
});
