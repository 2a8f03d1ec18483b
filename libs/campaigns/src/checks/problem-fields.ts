import type { CampaignFinding, CampaignFindingCode, FieldFault, MessageChannel } from '@dundun/domain';

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
  language_incomplete: (message) => ({ field: 'template', message: `is not complete: ${message}` }),
  variable_missing: (message) => ({ field: 'data', message: `lacks a value: ${message}` }),
  no_sender: () => ({ field: 'profile', message: 'must be a sender that can be used' }),
  time_past: () => ({ field: 'local_start.at', message: 'must not have passed in every time zone' }),
  never_open: () => ({ field: 'window', message: 'must have hours that are not quiet' }),
  test_waits: () => ({ field: 'test.percent', message: 'must be 100 with local_start' }),
  no_opt_out: (message) => ({ field: 'text', message }),
  too_long: (message) => ({ field: 'text', message }),
};
const OF_SMS: typeof FIELDS = {
  content_invalid: (message) => ({ field: 'text', message: `is not valid: ${message}` }),
  no_sender: () => ({ field: 'sms_from', message: 'must be a sender that can be used' }),
};

/** Returns the fields that keep a campaign from starting. */
export const problemFields = (problems: readonly Partial<CampaignFinding>[], channel: MessageChannel): FieldFault[] => {
  const fields = channel === 'sms' ? { ...FIELDS, ...OF_SMS } : FIELDS;
  return problems.flatMap(({ code, message = '' }) => (code && fields[code]?.(message)) ?? []);
};
