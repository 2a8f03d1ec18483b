/**
 * How permanent a bounce is. `hard`: the address does not exist, so no mail is sent to it again. `soft`: the mailbox is
 * full or away, the failure is temporary, or the cause is unknown. `policy`: the sender's reputation, authentication,
 * rate or content, which says nothing about the recipient.
 */
export type BounceClass = 'hard' | 'soft' | 'policy';

const LONGEST = 2000;
const ENHANCED = /(?<![\w.])([245])\.(\d{1,3})\.(\d{1,3})(?!\w|\.\d)/;
const REPLY = /(?:^|[\s:;"'(])([245][0-5]\d)(?=[\s-]|$)/;
/** Addresses and hosts: words inside them (`spam@…`, `no-such-user.example`) would mislead. Brackets go first. */
const BRACKETED = /https?:\/\/\S+|<[^<>\s]*>/g;
const NAMES = /[^\s@]{1,64}@\S+|(?<![\w.-])(?:[\w-]+\.)+[a-z]{2,6}(?![\w-])/g;
/** Public blocklists, which servers often name only by their address. */
const BLOCKLISTS =
  /spamhaus|spamcop|barracudacentral|abuseat\.org|uceprotect|invaluement|spamrats|mailspike|manitu\.net|surbl\.|uribl\.|sorbs\.net|psbl\.|ipcheck\.proofpoint|senderscore|talosintelligence|csi\.cloudmark/i;

const POLICY_STATUS = /^5\.(7\.\d+|1\.[78]|2\.3|3\.4|6\.\d+)$/;
const SOFT_STATUS = /^5\.2\.[12]$/;
const HARD_STATUS = /^5\.(1\.([1236]|10)|4\.4)$/;
/** RFC 7504: the host or the domain accepts no mail. */
const NO_MAIL_REPLY = /(?:^|[\s:;"'(])(521|556)(?=[\s-])/;

/** Microsoft's edge uses these words, with 5.4.1, for an address that is not in the directory. */
const EDGE_BLOCK = 'recipient address rejected: access denied';

const GREYLISTED = /gr[ea]y-?list/;
/** The server objects to the sender or to the rate: whatever it says about existence is not about the recipient. */
const SENDER_WORDS = words(
  '(after|to|in) (the )?(smtp )?mail from',
  '(envelope |header )?(sender|from|return[- ]?path)( e-?mail)?( address| domain)( is| was)? (rejected|denied|refused|unknown|invalid|not|does|verif|blocked)',
  'sender( is| was)? (rejected|denied|refused|unknown|invalid|verif|blocked|not|does)|(bad|invalid|unknown) sender',
  'callout verification|sender verify',
);
const RATE_WORDS = words(
  'too many (invalid |unknown |bad )?(recipients|rcpts|messages|e-?mails|mails|connections|errors)',
  '(per|this|each|an|last|next) (hour|day|minute)|hourly|daily (limit|quota|sending)|rate ?limit|unusual rate|throttl|too (fast|quickly)',
);
const POLICY_WORDS = words(
  'spam',
  'unsolicited',
  'bulk (e-?)?mail',
  'junk mail',
  'blocked|(black|block|deny) ?list|banned',
  '(is|are|was|been|currently) listed|listed (at|by|in|on)(?! (the )?(domino|public))|dnsbl|rbl',
  'reputation|complaints',
  'polic(y|ies)',
  'dmarc|dkim|spf|sender id|auth(entication)? (failed|failure|required|checks?)|unauthenticated',
  'not authori[sz]ed|unauthori[sz]ed|not permitted|not allowed|permission|prohibit',
  'sender (address|domain|verif|host|is|rejected|denied|refused)|senderscore|mail from|helo|ehlo',
  'reverse (dns|hostname|lookup)|rdns|ptr record|client host|your (ip|host|server|network|domain)',
  'relay(ing)? (access|attempt|denied|is|not|prohibited)|(not|to|for|unable) relay|open relay',
  'virus|malware|phish|malicious|suspicious|abus(e|ive)',
  'content (rejected|filter|not)|message content|attachment',
  'message (size|is too|too)|(size|length) (limit )?exceed|too (large|big)|exceeds? (the )?(maximum|size|fixed|limit)',
  'deferred due to|only accept(s|ed)? (mail )?from',
);
const SOFT_WORDS = words(
  'quota|mailbox (is )?(full|disabled|inactive|busy|locked|suspended|exceed)|(over|out of|insufficient) (storage|space|disk)',
  'storage (allocation|limit)|(inbox|mailbox|mail box|folder) (is )?(over)?full|boîte .{0,20}pleine|postfach .{0,20}voll',
  '(account|user|mailbox|address) (has been |is |was )?(temporarily )?(disabled|suspended|inactive|deactivated|locked|over)',
  'try (again )?later|temporar(y|ily)|timed? ?out|not accepting (mail|messages)|out of office|vacation',
  'try again|loop|too many hops|hop count|connection (refused|reset|lost)|too many connections',
  "recipient[’']?s? mailbox exceed|exceeded the local limit|(delivery|retry) time(out)? (expired|exceeded)|expired",
);
const HARD_WORDS = words(
  'unknown (local |virtual |e-?mail )?(user|recipient|mailbox|address|account|domain|host|alias)',
  '(user|recipient|mailbox|address|account|rcpt|domain|host)( name)?( is| was)?( local part)? unknown',
  'no such (local |virtual )?(user|recipient|mailbox|address|account|person|domain|host|mail drop|alias|name)',
  "(does not|doesn[’']?t|do not|don[’']?t|did not|no longer|not) exists?|no longer (valid|in use|on server|with us|active|accepts mail)",
  '(user|recipient|mailbox|account|address|person|domain|domain name|host|recipient name) (was |is |could )?not (be )?(found|recogni[sz]ed)',
  '(recipient|user|mailbox|address)( is)? not (local|known|valid|listed|present|active)|not (listed|present) in',
  'no (mailbox|user|account|recipient|person)( here)? (by|with|of|under) (that|this) name|no (mailbox|account|user) (here|found|in)',
  'no (valid recipients?|mail box available|one at this address)|(non-?existent|no existing) (user|mailbox|recipient|address|domain)',
  'inval(id|ed) (recipient|mailbox|user|account|local part|destination|address)|recip(ient)?notfound|mailboxnotfound|nosuchuser|badrcptto',
  "not an? (valid|known|local|active|existing) (mailbox|user|recipient|address|account|customer)|(not|doesn[’']?t) have an? (.{0,30} )?account|not our customer",
  'unrout(e)?able (mail )?address|undeliverable address|bad (destination|address|recipient)( mailbox| system)?|mailbox unavailable',
  'null ?mx|does not accept (any )?(e-?)?mail|nxdomain|non-?existent (host|domain)',
  "(could not|couldn[’']?t|cannot|can[’']?t|unable to) find (a|any) (mail exchanger|host)|no (mail exchanger|mx)( record)?|name service error",
  'addressee unknown|illegal (alias|user)|(wrong|invalid) or no longer valid|user missing home|account (was |has been )?(deleted|removed|closed)|has moved',
  'benutzer unbekannt|empfänger unbekannt|unbekannter (benutzer|empfänger)|existiert nicht|utilisateur inconnu|destinataire inconnu',
  "n[’']existe pas|usuario desconocido|usuario (no existe|inexistente)|no existe|usuário (inexistente|desconhecido)|utente sconosciuto|用户不存在",
);

function words(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${patterns.join('|')})`, 'u');
}

/** Returns the more specific enhanced status: the given one, unless its detail is "other" and the text has a better one. */
function enhanced(status: string, text: string): string | null {
  const found = [status, text].map((each) => ENHANCED.exec(each)?.slice(1, 4).map(Number).join('.') ?? null);
  return found.find((each) => each !== null && !each.endsWith('.0')) ?? found[0] ?? found[1] ?? null;
}

/**
 * Reads an enhanced status (RFC 3463, `5.1.1`) or, failing that, an SMTP reply code, and the words of the server. Words
 * win over a status, because many servers send one status for everything. Without evidence the answer is `soft`: no
 * address is suppressed by a guess.
 * @param status the status of the report; `null` if it is in the text or missing
 */
export function bounceClass(status: string | null, text: string): BounceClass {
  const head = text.slice(0, LONGEST);
  const code = enhanced(status ?? '', head);
  const said = head.replace(BRACKETED, ' ').replace(NAMES, ' ').replace(/\s+/g, ' ').toLowerCase();
  const digit = (code ?? REPLY.exec(status ?? '')?.[1] ?? REPLY.exec(head)?.[1])?.charAt(0);
  if (digit === '4') return ofTemporary(code ?? '', said);
  if (BLOCKLISTS.test(head) || SENDER_WORDS.test(said) || RATE_WORDS.test(said)) return 'policy';
  const namesUnknown = HARD_WORDS.test(said);
  if (isHardStatus(code, said, head)) return classOf(said, namesUnknown) ?? 'hard';
  if (code && POLICY_STATUS.test(code)) return namesUnknown && !POLICY_WORDS.test(said) ? 'hard' : 'policy';
  if (code && SOFT_STATUS.test(code)) return classOf(said, namesUnknown) ?? 'soft';
  if (POLICY_WORDS.test(said)) return 'policy';
  if (SOFT_WORDS.test(said)) return 'soft';
  return namesUnknown ? 'hard' : 'soft';
}

function isHardStatus(code: string | null, said: string, head: string): boolean {
  if (NO_MAIL_REPLY.test(head)) return true;
  return code !== null && (HARD_STATUS.test(code) || (code === '5.4.1' && said.includes(EDGE_BLOCK)));
}

/** Classifies by words that a status about the mailbox leaves room for; null if there are none. */
function classOf(said: string, namesUnknown: boolean): BounceClass | null {
  if (namesUnknown) return SOFT_WORDS.test(said) && !/unknown|no such|not exist/.test(said) ? 'soft' : 'hard';
  if (POLICY_WORDS.test(said)) return 'policy';
  return SOFT_WORDS.test(said) ? 'soft' : null;
}

function ofTemporary(code: string, said: string): BounceClass {
  if (GREYLISTED.test(said)) return 'soft';
  const isPolicy = code.startsWith('4.7.') || code === '4.1.8' || POLICY_WORDS.test(said) || SENDER_WORDS.test(said);
  return isPolicy ? 'policy' : 'soft';
}
