import { isIP } from 'node:net';
import type { DkimKeyState, DnsRecordPurpose, DnsRecordType } from '@dundun/domain';
import type { Config } from '@dundun/platform/config';
import ipaddr from 'ipaddr.js';
import type { SigningKey } from './signing-key.entity.js';

/** A DNS record to publish for a sending domain. */
export interface DomainRecord {
  type: DnsRecordType;
  name: string;
  /** The exact value: a TXT record as one text, an MX record with its priority. */
  value: string;
  purpose: DnsRecordPurpose;
  /** A domain is connected when its required records are right. */
  required: boolean;
  keyState: DkimKeyState | null;
  note: string;
}

type Setting = Pick<Config, 'PUBLIC_URL' | 'SMTP_URL' | 'INBOUND_SMTP_PORT'>;
type PublicKey = Pick<SigningKey, 'selector' | 'algorithm' | 'publicKey' | 'state'>;

const SMTP_PORT = 25;
/** Record types by IP version; a host name gets a CNAME instead. */
const POINTERS: Record<number, DnsRecordType> = { 4: 'A', 6: 'AAAA' };
const NOTES: Record<DkimKeyState, string> = {
  active: 'Receivers verify the signature of every mail with this key.',
  next: 'For the next key rotation: publish it now, and the rotation needs no further work.',
  retired: 'Mail in transit still carries signatures of this key. Keep the record until it is no longer listed.',
};

/** Returns the host that receives bounces of the domain's mail. */
export const returnPathHost = (domain: string): string => `bounce.${domain}`;
/** Returns the host of tracked links in the domain's mail. */
export const trackingHost = (domain: string): string => `links.${domain}`;

/**
 * Returns the records of a domain, the required ones first.
 * @param reportsTo where this service receives DMARC reports about the domain
 */
export function domainRecords(
  domain: string,
  keys: PublicKey[],
  setting: Setting,
  reportsTo: string | null = null,
): DomainRecord[] {
  return [
    ...keys.map((key) => dkimRecord(domain, key)),
    ...returnPathRecords(domain, setting),
    {
      ...optional,
      type: 'TXT',
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:${reportsTo ?? `postmaster@${domain}`}`,
      purpose: 'dmarc',
      note: `Tells receivers how to treat mail that fails authentication, and where to report. ${reportsTo === null ? 'Any of your mailboxes can receive the reports' : 'This service receives the reports and shows them below; add a mailbox of yours after a comma to get them too'}; start with p=none and move on to quarantine and reject once the reports are clean.`,
    },
    {
      ...optional,
      ...pointer(trackingHost(domain), hostOf(setting.PUBLIC_URL)),
      purpose: 'tracking',
      note: 'Puts links and pixels of tracked mail under your own name. The proxy in front of this service needs a certificate for it.',
    },
  ];
}

const optional = { required: false, keyState: null } as const;

/** The RSA key proves the ownership of the domain; Ed25519 is an addition for receivers that support it (RFC 8463). */
function dkimRecord(domain: string, { selector, algorithm, publicKey, state }: PublicKey): DomainRecord {
  const isRsa = algorithm === 'rsa-sha256';
  return {
    type: 'TXT',
    name: `${selector}._domainkey.${domain}`,
    value: `v=DKIM1; k=${isRsa ? 'rsa' : 'ed25519'}; p=${publicKey}`,
    purpose: 'dkim',
    required: isRsa && state === 'active',
    keyState: state,
    note: NOTES[state],
  };
}

function returnPathRecords(domain: string, setting: Setting): DomainRecord[] {
  const name = returnPathHost(domain);
  const spf: DomainRecord = {
    ...optional,
    type: 'TXT',
    name,
    value: `v=spf1 ${spfTerm(setting)} ~all`,
    purpose: 'return_path',
    note: 'Lists the servers that send your mail. If you use an external SMTP service, enter the include: that it documents instead of the value shown.',
  };
  if (setting.INBOUND_SMTP_PORT === undefined) return [spf];
  const host = hostOf(setting.PUBLIC_URL);
  const note = 'Returns bounces to this service.';
  // An MX record cannot contain an IP address; a host without one receives its mail itself (RFC 5321 section 5.1).
  const target = isIP(host) > 0 ? pointer(name, host) : ({ type: 'MX', name, value: `10 ${host}` } as const);
  return [spf, { ...optional, ...target, purpose: 'return_path', note }];
}

/** Returns the SPF term for the relay or, without one, for this host. */
function spfTerm({ SMTP_URL, PUBLIC_URL }: Setting): string {
  const relay = SMTP_URL === undefined || SMTP_URL === 'inbox:' ? '' : hostOf(SMTP_URL);
  const host = relay === '' || isLocal(relay) ? hostOf(PUBLIC_URL) : relay;
  const version = isIP(host);
  return version > 0 ? `ip${version}:${host}` : `a:${host}`;
}

function pointer(name: string, host: string): { type: DnsRecordType; name: string; value: string } {
  return { type: POINTERS[isIP(host)] ?? 'CNAME', name, value: host };
}

/** Returns hints beyond the records, one sentence each. */
export function domainNotes(domain: string, { PUBLIC_URL, INBOUND_SMTP_PORT: port }: Setting): string[] {
  const host = hostOf(PUBLIC_URL);
  const bounce = returnPathHost(domain);
  return [
    ...(port === undefined
      ? [`INBOUND_SMTP_PORT is not set, so this service receives no bounces and ${bounce} needs no MX record.`]
      : []),
    ...(port !== undefined && port !== SMTP_PORT
      ? [`Other servers deliver bounces to port ${SMTP_PORT} of ${host}: forward it to INBOUND_SMTP_PORT, ${port}.`]
      : []),
    ...(isLocal(host)
      ? [
          `PUBLIC_URL is ${PUBLIC_URL}, which is not reachable from outside: set it to the public address of this service before you publish records with ${host}.`,
        ]
      : []),
  ];
}

/** Returns the host name, without the brackets of IPv6. */
const hostOf = (url: string): string => new URL(url).hostname.toLowerCase().replace(/^\[|\]$/g, '');

/** Whether a host is unreachable from outside. */
const isLocal = (host: string): boolean =>
  isIP(host) > 0 ? ipaddr.parse(host).range() !== 'unicast' : !host.includes('.') || host.endsWith('.local');
