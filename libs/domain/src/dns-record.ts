/** The types of DNS records that a sending domain needs. */
export const DNS_RECORD_TYPES = ['TXT', 'CNAME', 'MX', 'A', 'AAAA'] as const;
export type DnsRecordType = (typeof DNS_RECORD_TYPES)[number];

/** What a record of a sending domain is for. */
export const DNS_RECORD_PURPOSES = ['dkim', 'return_path', 'dmarc', 'tracking'] as const;
export type DnsRecordPurpose = (typeof DNS_RECORD_PURPOSES)[number];

/** What a check found: right, nothing, something else, or no answer of the name servers. */
export const DNS_RECORD_STATUSES = ['ok', 'missing', 'different', 'error'] as const;
export type DnsRecordStatus = (typeof DNS_RECORD_STATUSES)[number];

/** A DKIM key waits for the next rotation, signs, or only stays published for mail that is under way. */
export const DKIM_KEY_STATES = ['active', 'next', 'retired'] as const;
export type DkimKeyState = (typeof DKIM_KEY_STATES)[number];
