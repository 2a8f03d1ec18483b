import { WrongValueError } from './values.js';

/** The status of a person in the file; `suppressed` are addresses that bounced or complained. */
const MEMBER_STATUSES = ['subscribed', 'pending', 'unsubscribed', 'suppressed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

const WORDS: Record<MemberStatus, readonly string[]> = {
  subscribed: ['subscribed', 'active', 'enabled', 'confirmed', 'opted in', 'opt in', 'yes', 'true', '1', 'marketing'],
  pending: ['pending', 'unconfirmed', 'waiting'],
  unsubscribed: [
    ...['unsubscribed', 'disabled', 'inactive', 'opted out', 'opt out', 'archived', 'no', 'false', '0'],
    ...['transactional', 'non subscribed', 'nonsubscribed', 'global unsubscribe'],
  ],
  suppressed: [
    ...['suppressed', 'cleaned', 'bounced', 'hard bounced', 'hard bounce', 'blocklisted', 'blacklisted', 'blocked'],
    ...['complained', 'complaint', 'spam', 'spam report', 'invalid'],
  ],
};

const BY_WORD = new Map(MEMBER_STATUSES.flatMap((status) => WORDS[status].map((word) => [word, status] as const)));

/** Reads the word with which another service names a status. @throws WrongValueError */
export function statusOf(text: string): MemberStatus {
  const status = BY_WORD.get(
    text
      .trim()
      .toLowerCase()
      .replace(/[-_\s]+/g, ' '),
  );
  if (!status) throw new WrongValueError('is not a status such as subscribed or unsubscribed');
  return status;
}
