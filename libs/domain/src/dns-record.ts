/** The types of DNS records that a sending domain needs. */
export const DNS_RECORD_TYPES = ['TXT', 'CNAME', 'MX', 'A', 'AAAA'] as const;
export type DnsRecordType = (typeof DNS_RECORD_TYPES)[number];

/** Purpose of a DNS record of a sending domain. */
export const DNS_RECORD_PURPOSES = ['dkim', 'return_path', 'dmarc', 'tracking'] as const;
export type DnsRecordPurpose = (typeof DNS_RECORD_PURPOSES)[number];

/** Result of a DNS check: the expected record, none, another one, or no answer from the name servers. */
export const DNS_RECORD_STATUSES = ['ok', 'missing', 'different', 'error'] as const;
export type DnsRecordStatus = (typeof DNS_RECORD_STATUSES)[number];

/** State of a DKIM key: it signs, it waits for the next rotation, or it stays published only for mail in transit. */
export const DKIM_KEY_STATES = ['active', 'next', 'retired'] as const;
export type DkimKeyState = (typeof DKIM_KEY_STATES)[number];
