import type { ExportFilters } from '@dundun/contracts';
import { InvalidInputError, MEMBERSHIP_STATUSES, MESSAGE_STATUSES } from '@dundun/domain';
import { SUPPRESSION_REASONS } from '@dundun/messaging';
import type { Exported, ExportFilter } from './export.js';

const APPLIES: Record<Exported, readonly (keyof ExportFilter)[]> = {
  members: ['list', 'status', 'search'],
  people: ['list', 'status', 'search', 'match'],
  messages: ['list', 'status', 'search', 'address', 'uid', 'tag', 'channel', 'provider', 'since', 'until'],
  events: ['event', 'uid'],
  suppressions: ['reason', 'address'],
};

const wrong = (name: string, message: string) => new InvalidInputError([{ field: `filters.${name}`, message }]);

/**
 * Reads the filters of a call. Refuses those that would be ignored: the file would hold more rows than its reader thinks.
 * @throws InvalidInputError
 */
export function exportFilterOf(what: Exported, { since, until, ...texts }: ExportFilters): ExportFilter {
  const filter: ExportFilter = { ...texts, since: since?.toISOString(), until: until?.toISOString() };
  const given = Object.keys(filter).filter((name) => filter[name as keyof ExportFilter] !== undefined);
  const stray = given.find((name) => !APPLIES[what].some((known) => known === name));
  if (stray !== undefined) throw wrong(stray, `does not apply to ${what}`);
  if (what === 'members' && filter.list === undefined) throw wrong('list', 'must name the list');
  if (what === 'people' && filter.status !== undefined && filter.list === undefined)
    throw wrong('status', 'must be given together with list');
  const statuses: readonly string[] = what === 'messages' ? MESSAGE_STATUSES : MEMBERSHIP_STATUSES;
  if (filter.status !== undefined && !statuses.includes(filter.status))
    throw wrong('status', `must be one of ${statuses.join(', ')}`);
  if (filter.reason !== undefined && !SUPPRESSION_REASONS.some((reason) => reason === filter.reason))
    throw wrong('reason', `must be one of ${SUPPRESSION_REASONS.join(', ')}`);
  return filter;
}
