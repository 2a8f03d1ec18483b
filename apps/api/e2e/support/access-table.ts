import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rights of members for one operation, as docs/security.md states them. */
export interface AccessRow {
  route: string;
  role: string;
  /** `list`, `filtered`, `neutral`, or `no` */
  limited: string;
}

const ROW = /^\| `((?:GET|POST|PUT|DELETE) [^`]+)` +\| (\w+) +\| (\w+) +\|$/gm;

/** Reads the table of operations and roles in docs/security.md. */
export function accessTable(): AccessRow[] {
  const text = readFileSync(join(process.cwd(), 'docs/security.md'), 'utf8');
  return [...text.matchAll(ROW)].map(([, route = '', role = '', limited = '']) => ({ route, role, limited }));
}
