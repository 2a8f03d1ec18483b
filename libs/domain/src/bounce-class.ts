/**
 * How lasting a bounce is. `hard`: the address does not exist, never again. `soft`: full, greylisted, away, or nobody
 * knows. `policy`: our reputation, authentication or content, which says nothing about the person.
 */
export type BounceClass = 'hard' | 'soft' | 'policy';

const LONGEST = 2000;
const ENHANCED = /(?<![\w.])([245])\.(\d{1,3})\.(\d{1,3})(?!\w|\.\d)/;
const REPLY = /(?:^|[\s:;"'(])([245][0-5]\d)(?=[\s-]|$)/;
/** Addresses and hosts, whose own words (`spam@…`, `no-such-user.example`) would mislead. */
const NAMES = /https?:\/\/\S+|<[^<>\s]*>|[^\s@]{1,64}@\S+|(?<![\w.-])(?:[\w-]+\.)+[a-z]{2,6}(?![\w-])/g;

const POLICY_STATUS = /^5\.(7\.\d+|1\.[78]|2\.3|3\.4|6\.\d+)$/;
const SOFT_STATUS = /^5\.2\.[12]$/;
const HARD_STATUS = /^5\.1\.([1236]|10)$/;

/** Microsoft's edge says so, with 5.4.1, of an address that is not in the directory. */
const EDGE_BLOCK = 'recipient address rejected: access denied';

const GREYLISTED = /gr[ea]y-?list/;
const POLICY_WORDS = words(
  'spam',
  'unsolicited',
  'bulk mail',
  'junk mail',
  'blocked|(black|block|deny) ?list|banned',
  '(is|are|was|been|currently) listed|listed (at|by|in|on)|dnsbl|rbl',
  'reputation|complaints',
  'polic(y|ies)',
  'dmarc|dkim|spf|sender id|auth(entication)? (failed|failure|required|checks?)|unauthenticated',
  'not authori[sz]ed|unauthori[sz]ed|not permitted|not allowed',
  'sender (address|domain|verif|host|is|rejected|denied|refused)|senderscore|mail from|helo|ehlo',
  'reverse (dns|hostname|lookup)|rdns|ptr record|client host|your (ip|host|server|network|domain)',
  'relay(ing)? (access|attempt|denied|is|not|prohibited)|(not|to|for|unable) relay|open relay',
  'virus|malware|phish|malicious|suspicious|abus(e|ive)',
  'content (rejected|filter|not)|message content|attachment',
  'message (size|is too|too)|(size|length) exceeds|too (large|big)|exceeds? (the )?(maximum|size|fixed)',
  'rate ?limit|unusual rate|throttl|deferred due to',
);
const SOFT_WORDS = words(
  'quota|mailbox (is )?(full|disabled|inactive|busy|locked|suspended)|(over|out of|insufficient) (storage|space|disk)',
  'storage (allocation|limit)|(inbox|mailbox|mail box|folder) (is )?full|boîte .{0,20}pleine|postfach .{0,20}voll',
  '(account|user|mailbox|address) (has been |is |was )?(temporarily )?(disabled|suspended|inactive|deactivated|locked|over)',
  'try (again )?later|temporar(y|ily)|timed? ?out|not accepting (mail|messages)|out of office|vacation',
  'try again|loop|too many hops|hop count|connection (refused|reset|lost)|too many connections',
);
const HARD_WORDS = words(
  'unknown (local |virtual )?(user|recipient|mailbox|address|account|domain)',
  '(user|recipient|mailbox|address|account|rcpt|domain)( name)?( is| was)?( local part)? unknown',
  'no such (local |virtual )?(user|recipient|mailbox|address|account|person|domain|host|mail drop)',
  "(does not|doesn[’']?t|do not|don[’']?t|did not|no longer|not) exists?|no longer (valid|in use|on server|with us)",
  '(user|recipient|mailbox|account|address|person|domain|domain name|host) (was |is |could )?not (be )?found',
  'no (mailbox|user|account|recipient|person)( here)? (by|with|of|under) (that|this) name|no (mailbox|account) here',
  'inval(id|ed) (recipient|mailbox|user|account|local part|destination)|recip(ient)?notfound|mailboxnotfound|nosuchuser',
  "not a (valid|known|local) (mailbox|user|recipient|address|account)|(not|doesn[’']?t) have an? (.{0,30} )?account",
  'unrout(e)?able address|bad destination (mailbox|system)|null ?mx|does not accept (any )?mail|nxdomain',
  'addressee unknown',
  'benutzer unbekannt|empfänger unbekannt|utilisateur inconnu|destinataire inconnu|usuario desconocido',
  'usuario (no existe|inexistente)|usuário (inexistente|desconhecido)|utente sconosciuto|用户不存在',
);

function words(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${patterns.join('|')})`, 'u');
}

/** The enhanced status that says more: the given one, unless its detail is "other" and the text has a better one. */
function enhanced(status: string, text: string): string | null {
  const found = [status, text].map((each) => ENHANCED.exec(each)?.slice(1, 4).map(Number).join('.') ?? null);
  return found.find((each) => each !== null && !each.endsWith('.0')) ?? found[0] ?? found[1] ?? null;
}

/**
 * Reads an enhanced status (RFC 3463, `5.1.1`) or, failing that, an SMTP reply code and the words of the server. What
 * neither tells is `soft`: nobody is suppressed by a guess.
 * @param status the status as the report gives it; `null` when it stands in the text, or nowhere
 */
export function bounceClass(status: string | null, text: string): BounceClass {
  const head = text.slice(0, LONGEST);
  const code = enhanced(status ?? '', head);
  const said = head.replace(NAMES, ' ').replace(/\s+/g, ' ').toLowerCase();
  const digit = (code ?? REPLY.exec(status ?? '')?.[1] ?? REPLY.exec(head)?.[1])?.charAt(0);
  if (digit === '4') return ofPassing(code ?? '', said);
  if (code && POLICY_STATUS.test(code)) return 'policy';
  if (code && SOFT_STATUS.test(code)) return 'soft';
  const isHard = code !== null && (HARD_STATUS.test(code) || (code === '5.4.1' && said.includes(EDGE_BLOCK)));
  if (isHard && HARD_WORDS.test(said)) return 'hard';
  if (POLICY_WORDS.test(said)) return 'policy';
  if (SOFT_WORDS.test(said)) return 'soft';
  return isHard || HARD_WORDS.test(said) ? 'hard' : 'soft';
}

function ofPassing(code: string, said: string): BounceClass {
  if (GREYLISTED.test(said)) return 'soft';
  return code.startsWith('4.7.') || code === '4.1.8' || POLICY_WORDS.test(said) ? 'policy' : 'soft';
}
