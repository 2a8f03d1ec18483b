import { domainOfEmail } from '@dundun/domain';

/** Why an address is doubtful. */
export const DOUBTS = ['typo', 'role', 'disposable', 'no_mx'] as const;
export type Doubt = (typeof DOUBTS)[number];

/** Domains with so many mailboxes that a neighbour in spelling is likely to be a slip. */
const BIG_DOMAINS = [
  ...['gmail.com', 'googlemail.com', 'yahoo.com', 'yahoo.co.uk', 'yahoo.fr', 'yahoo.de', 'ymail.com', 'hotmail.com'],
  ...[
    'hotmail.co.uk',
    'hotmail.fr',
    'outlook.com',
    'live.com',
    'msn.com',
    'icloud.com',
    'me.com',
    'mac.com',
    'aol.com',
  ],
  ...['comcast.net', 'verizon.net', 'gmx.de', 'gmx.net', 'web.de', 't-online.de', 'orange.fr', 'free.fr', 'wanadoo.fr'],
  ...['laposte.net', 'libero.it', 'mail.ru', 'yandex.ru', 'qq.com', '163.com', 'proton.me', 'protonmail.com'],
] as const;
const BIG = new Set<string>(BIG_DOMAINS);

/** Shorter domains have neighbours that exist, and so have these. */
const SHORTEST = 9;
const NEIGHBOURS = new Set(['mail.com', 'email.com', 'gmail.co.uk', 'rmail.com']);

const ROLES = new Set([
  ...[
    'abuse',
    'admin',
    'administrator',
    'billing',
    'compliance',
    'contact',
    'enquiries',
    'feedback',
    'help',
    'helpdesk',
  ],
  ...[
    'hostmaster',
    'hr',
    'info',
    'jobs',
    'mail',
    'mailer-daemon',
    'marketing',
    'news',
    'newsletter',
    'no-reply',
    'noc',
  ],
  ...[
    'noreply',
    'office',
    'orders',
    'postmaster',
    'privacy',
    'root',
    'sales',
    'security',
    'service',
    'spam',
    'support',
  ],
  ...['sysadmin', 'team', 'test', 'unsubscribe', 'webmaster'],
]);

export interface Doubted {
  kind: Doubt;
  /** The address that was probably meant. */
  suggestion: string | null;
}

/** Says what is doubtful about an address, from its spelling alone. */
export type DoubtOf = (email: string) => Doubted | null;

let loading: Promise<DoubtOf> | undefined;

/** Loads the list of disposable domains, which takes 15 MB, when it is first needed. */
export const loadDoubts = (): Promise<DoubtOf> =>
  (loading ??= import('disposable-email-domains').then(({ default: domains }) => {
    const disposable = new Set<string>(domains);
    return (email) => doubtOf(email, disposable);
  }));

function doubtOf(email: string, disposable: ReadonlySet<string>): Doubted | null {
  const domain = domainOfEmail(email);
  if (domain === null) return null;
  const local = email.slice(0, email.lastIndexOf('@'));
  const meant = meantDomain(domain);
  if (meant) return { kind: 'typo', suggestion: `${local}@${meant}` };
  if (isDisposable(domain, disposable)) return { kind: 'disposable', suggestion: null };
  return ROLES.has(local.toLowerCase().replace(/\+.*$/, '')) ? { kind: 'role', suggestion: null } : null;
}

/** Whether nobody needs to ask for the mail servers of the domain. */
export const isBigDomain = (domain: string): boolean => BIG.has(domain);

/** A subdomain of a disposable domain is disposable, too. */
function isDisposable(domain: string, disposable: ReadonlySet<string>): boolean {
  const labels = domain.split('.');
  for (let from = 0; from < labels.length - 1; from++) if (disposable.has(labels.slice(from).join('.'))) return true;
  return false;
}

const meants = new Map<string, string | null>();
const MOST_MEANTS = 50_000;

/** Returns the big domain that is one slip away. */
function meantDomain(domain: string): string | null {
  const known = meants.get(domain);
  if (known !== undefined) return known;
  if (meants.size >= MOST_MEANTS) meants.clear();
  const isNear = (big: string) => big.length >= SHORTEST && isOneSlip(domain, big);
  const meant = BIG.has(domain) || NEIGHBOURS.has(domain) ? null : (BIG_DOMAINS.find(isNear) ?? null);
  meants.set(domain, meant);
  return meant;
}

/** Whether two texts differ by one letter that is missing, added, wrong, or swapped with its neighbour. */
export function isOneSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(from);
  return (
    rest(one, at + 1) === rest(other, at + 1) ||
    rest(one, at + 1) === rest(other, at) ||
    rest(one, at) === rest(other, at + 1) ||
    (one[at] === other[at + 1] && one[at + 1] === other[at] && rest(one, at + 2) === rest(other, at + 2))
  );
}
