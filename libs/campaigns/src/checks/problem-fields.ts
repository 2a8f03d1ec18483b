import type { CampaignFinding, CampaignFindingCode, FieldFault } from '@dundun/domain';

/** The field of the body that mends a problem, and what it must be like. Problems of senders and plans have none. */
const FIELDS: Partial<Record<CampaignFindingCode, (message: string) => FieldFault>> = {
  no_audience: () => ({ field: 'lists', message: 'must name a list, unless segments are given' }),
  no_list: () => ({ field: 'list', message: 'must be given, because the audience has segments alone' }),
  nobody: () => ({ field: 'lists', message: 'lead to nobody who could get it' }),
  list_archived: () => ({ field: 'lists', message: 'must not be archived' }),
  segment_archived: () => ({ field: 'segments', message: 'must not be archived' }),
  segment_failed: () => ({ field: 'segments', message: 'cannot be evaluated' }),
  no_subject: () => ({ field: 'subject', message: 'must be given, here or by the template' }),
  content_invalid: (message) => ({ field: 'html', message: `is not valid: ${message}` }),
  variable_missing: (message) => ({ field: 'data', message: `lacks a value: ${message}` }),
  no_sender: () => ({ field: 'profile', message: 'must be a sender that can be used' }),
};

/** Returns the fields that keep a campaign from starting. */
export const problemFields = (problems: readonly Partial<CampaignFinding>[]): FieldFault[] =>
  problems.flatMap(({ code, message = '' }) => (code && FIELDS[code]?.(message)) ?? []);
