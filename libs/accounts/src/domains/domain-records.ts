import { isIP } from 'node:net';
import type { DkimKeyState, DnsRecordPurpose, DnsRecordType } from '@dundun/domain';
import type { Config } from '@dundun/platform/config';
import ipaddr from 'ipaddr.js';
import type { SigningKey } from './signing-key.entity.js';

/** A DNS record that a sending domain should have. */
export interface DomainRecord {
  type: DnsRecordType;
  name: string;
  /** The exact value; a TXT record as one text, an MX record with its priority. */
  value: string;
  purpose: DnsRecordPurpose;
  /** The domain is connected when these are right. */
  required: boolean;
  keyState: DkimKeyState | null;
  note: string;
}

type Setting = Pick<Config, 'PUBLIC_URL' | 'SMTP_URL' | 'INBOUND_SMTP_PORT'>;
type PublicKey = Pick<SigningKey, 'selector' | 'algorithm' | 'publicKey' | 'state'>;

const SMTP_PORT = 25;
/** By the version of IP; a host with a name is an alias instead. */
const POINTERS: Record<number, DnsRecordType> = { 4: 'A', 6: 'AAAA' };
const NOTES: Record<DkimKeyState, string> = {
  active: 'Receivers check the signature of every mail with it.',
  next: 'For the next change of keys: publish it now, and the change needs no work on that day.',
  retired: 'Mail that is under way still carries signatures of this key. Leave it until it is no longer listed.',
};

/** Where bounces of the domain's mail go. */
export const returnPathHost = (domain: string): string => `bounce.${domain}`;
/** Where tracked links of the domain's mail lead. */
export const trackingHost = (domain: string): string => `links.${domain}`;

/** The exact records of a domain, the required ones first. */
export function domainRecords(domain: string, keys: PublicKey[], setting: Setting): DomainRecord[] {
  return [
    ...keys.map((key) => dkimRecord(domain, key)),
    ...returnPathRecords(domain, setting),
    {
      ...optional,
      type: 'TXT',
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
      purpose: 'dmarc',
      note: 'Tells receivers what to do with mail that is not yours, and where to report. Any mailbox of yours may take the reports; begin with p=none, go on to quarantine and reject once they are clean.',
    },
    {
      ...optional,
      ...pointer(trackingHost(domain), hostOf(setting.PUBLIC_URL)),
      purpose: 'tracking',
      note: 'Links and pixels of tracked mail are under your own name with it. The proxy in front of this service needs a certificate for it.',
    },
  ];
}

const optional = { required: false, keyState: null } as const;

/** Its signature alone proves whose the domain is; Ed25519 comes on top for receivers that know it (RFC 8463). */
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
    note: 'Says which servers the mail leaves from. If your SMTP server is a service of somebody else, put the include: that it names in place of what is shown.',
  };
  if (setting.INBOUND_SMTP_PORT === undefined) return [spf];
  const host = hostOf(setting.PUBLIC_URL);
  const note = 'Bounces come back to this service here.';
  // An MX record cannot hold an address; a host without one takes its mail itself (RFC 5321 section 5.1).
  const target = isIP(host) > 0 ? pointer(name, host) : ({ type: 'MX', name, value: `10 ${host}` } as const);
  return [spf, { ...optional, ...target, purpose: 'return_path', note }];
}

/** The relay of the installation, or the installation itself. */
function spfTerm({ SMTP_URL, PUBLIC_URL }: Setting): string {
  const relay = SMTP_URL === undefined || SMTP_URL === 'inbox:' ? '' : hostOf(SMTP_URL);
  const host = relay === '' || isLocal(relay) ? hostOf(PUBLIC_URL) : relay;
  const version = isIP(host);
  return version > 0 ? `ip${version}:${host}` : `a:${host}`;
}

function pointer(name: string, host: string): { type: DnsRecordType; name: string; value: string } {
  return { type: POINTERS[isIP(host)] ?? 'CNAME', name, value: host };
}

/** What the records do not say, one sentence each. */
export function domainNotes(domain: string, { PUBLIC_URL, INBOUND_SMTP_PORT: port }: Setting): string[] {
  const host = hostOf(PUBLIC_URL);
  const bounce = returnPathHost(domain);
  return [
    ...(port === undefined
      ? [`INBOUND_SMTP_PORT is not set, so bounces are not taken in here and ${bounce} needs no MX record.`]
      : []),
    ...(port !== undefined && port !== SMTP_PORT
      ? [`Other servers deliver bounces to port ${SMTP_PORT} of ${host}: lead it to INBOUND_SMTP_PORT, ${port}.`]
      : []),
    ...(isLocal(host)
      ? [
          `PUBLIC_URL is ${PUBLIC_URL}, which others cannot reach: set it to the public address of this service before you publish the records that name ${host}.`,
        ]
      : []),
  ];
}

/** Without the brackets of IPv6. */
const hostOf = (url: string): string => new URL(url).hostname.toLowerCase().replace(/^\[|\]$/g, '');

/** Nobody outside reaches it. */
const isLocal = (host: string): boolean =>
  isIP(host) > 0 ? ipaddr.parse(host).range() !== 'unicast' : !host.includes('.') || host.endsWith('.local');
