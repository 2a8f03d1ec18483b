/** The domains of large mailbox providers, by the name of the provider. Its limits hold for all of them together. */
const DOMAINS: Record<string, RegExp> = {
  google: /^(gmail|googlemail|google)\.com$/,
  microsoft: /^(outlook|hotmail|live|msn|passport|windowslive)\.([a-z]{2,3}|com?\.[a-z]{2})$/,
  yahoo: /^((yahoo|ymail|rocketmail)\.([a-z]{2,3}|com?\.[a-z]{2})|aol\.(com|[a-z]{2})|aim\.com|verizon\.net)$/,
  apple: /^(icloud|me|mac)\.com$/,
  gmx: /^(gmx\.[a-z]{2,3}|web\.de|mail\.com)$/,
  proton: /^(proton(mail)?\.(me|com|ch)|pm\.me)$/,
  yandex: /^(yandex\.[a-z]{2,3}|ya\.ru)$/,
  mailru: /^(mail|inbox|list|bk|internet)\.ru$/,
  zoho: /^zoho(mail)?\.(com|eu|in)$/,
};
/** The mail exchangers at which those providers and hosting companies receive the mail of other domains. */
const EXCHANGERS: Record<string, RegExp> = {
  google: /\.(google|googlemail)\.com$/,
  'microsoft-365': /\.mail\.protection\.outlook\.com$|\.mx\.microsoft$/,
  microsoft: /\.olc\.protection\.outlook\.com$/,
  yahoo: /\.yahoodns\.net$/,
  apple: /\.icloud\.com$/,
  gmx: /\.(gmx\.net|kundenserver\.de|ionos\.(com|[a-z]{2}))$/,
  proton: /\.protonmail\.ch$/,
  yandex: /\.yandex\.(net|ru)$/,
  mailru: /\.mail\.ru$/,
  zoho: /\.zoho(mail)?\.(com|eu|in)$/,
  fastmail: /\.messagingengine\.com$/,
  ovh: /\.mail\.ovh\.net$/,
  mimecast: /\.mimecast\.com$/,
  proofpoint: /\.pphosted\.com$/,
  barracuda: /\.barracudanetworks\.com$/,
};

/** The patterns of the domains of each provider, in the dialect that JavaScript and PostgreSQL share. */
export const MAILBOX_DOMAINS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(DOMAINS).map(([provider, { source }]) => [provider, source]),
);

/** The names that `mailboxProviderOf` and `mailboxProviderAt` return. */
export const MAILBOX_PROVIDERS: readonly string[] = [...new Set([...Object.keys(DOMAINS), ...Object.keys(EXCHANGERS)])];

const named = (patterns: Record<string, RegExp>, name: string): string | null =>
  Object.keys(patterns).find((provider) => patterns[provider]?.test(name.toLowerCase())) ?? null;

/** Returns the mailbox provider of a well-known domain such as `googlemail.com`; null for any other domain. */
export const mailboxProviderOf = (domain: string): string | null => named(DOMAINS, domain);

/** Returns the mailbox provider behind a mail exchanger such as `aspmx.l.google.com`; null for any other host. */
export const mailboxProviderAt = (exchanger: string): string | null => named(EXCHANGERS, `.${exchanger}`);
