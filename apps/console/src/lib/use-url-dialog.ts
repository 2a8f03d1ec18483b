'use client';

import { parseAsString, useQueryState } from 'nuqs';

/**
 * Whether a dialog is open, stored in the URL as `?dialog=<name>`: links and the command palette can open it, and it is
 * open again after a login in between.
 */
export function useUrlDialog(name: string): [open: boolean, setOpen: (open: boolean) => void] {
  const [shown, set] = useQueryState('dialog', parseAsString.withOptions({ history: 'replace' }));
  return [shown === name, (open) => void set(open ? name : null)];
}
