import type { KeyboardEvent } from 'react';

/**
 * Moves the focus between rows with the arrow keys, Home and End, and opens a row with Enter. Leaves keys alone that are
 * pressed inside a control of a row.
 * @returns the row that has the focus now, if it moved
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const here = event.target as HTMLElement;
  if (here.dataset.row === undefined || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key === 'Enter') {
    here.querySelector<HTMLElement>('[data-opens]')?.click();
    return null;
  }
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(here);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  const row = target === undefined ? undefined : rows[target];
  if (!row) return null;
  event.preventDefault();
  row.focus();
  row.scrollIntoView({ block: 'nearest' });
  return row;
}
