import {
  csvRows,
  hasLength,
  InvalidInputError,
  isEmail,
  parsePhone,
  parseTimestamp,
  type JsonObject,
} from '@dundun/domain';
import { setImmediate } from 'node:timers/promises';
import { keyOf, SUPPRESSION_REASONS, type Suppression, type SuppressionReason } from './suppressions.repository.js';

/** The columns of an export. */
export const COLUMNS = ['address', 'reason', 'detail', 'created_at'] as const;
const LONGEST_DETAIL = 500;
const NO_CSV = 'must be CSV that begins with a line of column names, one of them address';

/** Reads an export, or any CSV with a column `address`. Empty cells count as absent. @throws InvalidInputError */
export function suppressionsFromCsv(text: string): JsonObject[] {
  const [head = [], ...lines] = csvRows(text) ?? [];
  const names = head.map((name) => name.trim().toLowerCase());
  if (!names.includes('address')) throw wrong('suppressions', NO_CSV);
  const at = COLUMNS.map((name) => [name, names.indexOf(name)] as const);
  return lines
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(at.flatMap(([name, index]) => (cells[index] ? [[name, cells[index]]] : []))));
}

/** Yields to the event loop after this many entries. */
const TURN = 1_000;

/**
 * Checks imported entries. The reason defaults to `manual`, the date to now. A reason of a number that stops marketing may hide a
 * STOP, of which a file says nothing: the number gets nothing until START. @throws InvalidInputError
 */
export async function importedSuppressions(workspaceId: number, given: JsonObject[]): Promise<Suppression[]> {
  const all: Suppression[] = [];
  for (const [index, entry] of given.entries()) {
    if (index % TURN === TURN - 1) await setImmediate();
    all.push(imported(workspaceId, entry, (field, message) => wrong(`suppressions.${index}.${field}`, message)));
  }
  return all;
}

function imported(
  workspaceId: number,
  { address, reason = 'manual', detail = null, created_at = null }: JsonObject,
  fault: (field: string, message: string) => InvalidInputError,
): Suppression {
  if (!isReachable(address)) throw fault('address', 'must be an email address or a phone number');
  if (!isReason(reason)) throw fault('reason', `must be one of ${SUPPRESSION_REASONS.join(', ')}`);
  if (detail !== null && !(typeof detail === 'string' && hasLength(detail, 0, LONGEST_DETAIL)))
    throw fault('detail', `must be at most ${LONGEST_DETAIL} characters`);
  const saidAt = created_at === null ? null : parseTimestamp(created_at);
  if (created_at !== null && saidAt === null) throw fault('created_at', 'must be a timestamp');
  const mayHideStop = !isEmail(address) && (reason === 'complaint' || reason === 'unsubscribe');
  const stoppedAt = mayHideStop ? (saidAt ?? new Date()) : null;
  return { workspaceId, address: keyOf(address), reason, detail, saidAt, stoppedAt };
}

const isReachable = (address: unknown): address is string =>
  typeof address === 'string' && (isEmail(address) || parsePhone(address) !== null);

const isReason = (reason: unknown): reason is SuppressionReason =>
  (SUPPRESSION_REASONS as readonly unknown[]).includes(reason);

const wrong = (field: string, message: string) => new InvalidInputError([{ field, message }]);
