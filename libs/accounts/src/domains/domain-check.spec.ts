import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DnsRecordStatus } from '@dundun/domain';
import { startDns, type DnsEntry, type TestDns } from '@dundun/testing';
import { DnsResolver } from './dns-resolver.service.js';
import { checkRecords } from './domain-check.js';
import { domainRecords } from './domain-records.js';

const RSA = 'MIIB'.repeat(98);
const keys = [
  { selector: 'dd-rsa', algorithm: 'rsa-sha256', publicKey: RSA, state: 'active' } as const,
  { selector: 'dd-ed25519', algorithm: 'ed25519-sha256', publicKey: 'RURLRVk=', state: 'active' } as const,
];
const DKIM = 'dd-rsa._domainkey.example.com';
const ED25519 = 'dd-ed25519._domainkey.example.com';
const SPF = 'bounce.example.com';
const DMARC = '_dmarc.example.com';
const LINKS = 'links.example.com';
const txt = (name: string, ...values: (string | string[])[]): DnsEntry[] =>
  values.map((value) => ({ type: 'TXT', name, value }));

let dns: TestDns;
beforeEach(async () => {
  dns = await startDns();
});
afterEach(() => dns.close());

/** Publishes the records and checks the one with this name. */
async function check(name: string, published: DnsEntry[], over = {}, domain = 'example.com', type?: string) {
  const setting = { PUBLIC_URL: 'https://send.example.net', SMTP_URL: undefined, INBOUND_SMTP_PORT: 25, ...over };
  dns.publish(...published);
  const records = domainRecords(domain, keys, setting);
  const wanted = records.filter((record) => record.name === name && (type === undefined || record.type === type));
  const [finding] = await checkRecords(domain, wanted, new DnsResolver({ DNS_SERVERS: dns.address }));
  if (!finding) throw new Error(`there is no record ${name}`);
  return finding;
}

type Row = [what: string, published: DnsEntry[], status: DnsRecordStatus, change: RegExp | null];
const checking =
  (name: string, type?: string, over = {}) =>
  async (_: string, published: DnsEntry[], status: DnsRecordStatus, change: RegExp | null) => {
    const finding = await check(name, published, over, 'example.com', type);
    expect(finding).toMatchObject({ status, change: change === null ? null : expect.stringMatching(change) });
    if (change !== null) expect(finding.change).toMatch(/^\S.*[.]$/s);
    expect(finding.found.length > 0).toBe(status === 'ok' || status === 'different');
  };

describe('a DKIM record', () => {
  const value = `v=DKIM1; k=rsa; p=${RSA}`;
  it.each<Row>([
    ['is there, in strings of 255 bytes', txt(DKIM, value), 'ok', null],
    [
      'is there, in several strings',
      txt(DKIM, [value.slice(0, 20), value.slice(20, 200), value.slice(200)]),
      'ok',
      null,
    ],
    ['has no version and no type', txt(DKIM, `p=${RSA}`), 'ok', null],
    [
      'has white space everywhere',
      txt(DKIM, ` v=DKIM1 ; k = rsa;p= ${RSA.slice(0, 90)} ${RSA.slice(90)} ;`),
      'ok',
      null,
    ],
    ['has tags that allow the use', txt(DKIM, `v=DKIM1; h=sha1:sha256; s=*; t=y; p=${RSA}`), 'ok', null],
    [
      'is an alias of one that is right',
      [{ type: 'CNAME', name: DKIM, value: 'k.example.net' }, ...txt('k.example.net', value)],
      'ok',
      null,
    ],
    ['is not there', [], 'missing', /^Add the TXT record shown\.$/],
    ['is there as another type', [{ type: 'A', name: DKIM, value: '192.0.2.1' }], 'missing', /^Add the TXT record/],
    [
      'is a dangling alias',
      [{ type: 'CNAME', name: DKIM, value: 'k.example.net' }],
      'missing',
      /alias \(CNAME\) of k\.example\.net/,
    ],
    [
      'has its name doubled',
      txt(`${DKIM}.example.com`, value),
      'missing',
      /added example\.com to the name, so enter dd-rsa\._domainkey there/,
    ],
    ['is there twice', txt(DKIM, value, `v=DKIM1; p=AAAA`), 'different', /2 TXT records .* keep only/],
    ['has another key', txt(DKIM, 'v=DKIM1; k=rsa; p=AAAA'), 'different', /another key/],
    ['differs in a capital', txt(DKIM, value.replace('MIIB', 'MIIb')), 'different', /another key/],
    ['is truncated', txt(DKIM, value.slice(0, 255)), 'different', /cut off after 237 of its 392/],
    ['is revoked', txt(DKIM, 'v=DKIM1; p='), 'different', /revoked/],
    ['has quotation marks in it', txt(DKIM, `"${value}"`), 'different', /without the quotation marks/],
    [
      'has quotation marks in its middle',
      txt(DKIM, `${value.slice(0, 100)}" "${value.slice(100)}`),
      'different',
      /without the quotation marks/,
    ],
    ['has typographic quotation marks', txt(DKIM, `“${value}”`), 'different', /without the quotation marks/],
    ['has backslashes', txt(DKIM, value.replaceAll(';', '\\;')), 'different', /without the backslashes/],
    [
      'is of another type',
      txt(DKIM, `v=DKIM1; k=ed25519; p=${RSA}`),
      'different',
      /declares the key type ed25519: it must be k=rsa/,
    ],
    ['is of another version', txt(DKIM, `v=DKIM2; p=${RSA}`), 'different', /begin with v=DKIM1/],
    ['has its version at its end', txt(DKIM, `p=${RSA}; v=DKIM1`), 'different', /begin with v=DKIM1/],
    ['is something else', txt(DKIM, 'hello'), 'different', /not a DKIM key/],
    ['is for another hash', txt(DKIM, `h=sha1; p=${RSA}`), 'different', /Leave out h=sha1/],
    ['is for another service', txt(DKIM, `s=tlsrpt; p=${RSA}`), 'different', /Leave out s=tlsrpt/],
  ])('that %s', checking(DKIM));

  it.each<Row>([
    ['is there', txt(ED25519, 'v=DKIM1; k=ed25519; p=RURLRVk='), 'ok', null],
    ['has no type', txt(ED25519, 'v=DKIM1; p=RURLRVk='), 'different', /type rsa: it must be k=ed25519/],
  ])('for Ed25519 that %s', checking(ED25519));

  it('reports a name doubled by a parent zone', async () => {
    const name = 'dd-rsa._domainkey.mail.example.com';
    const finding = await check(name, txt(`${name}.example.com`, value), {}, 'mail.example.com');
    expect(finding.change).toMatch(/added example\.com to the name, so enter dd-rsa\._domainkey\.mail there/);
  });
});

describe('the SPF record of the return path', () => {
  it.each<Row>([
    ['is there', txt(SPF, 'v=spf1 a:send.example.net ~all'), 'ok', null],
    ['names another service', txt(SPF, 'v=spf1 include:_spf.relay.example -all', 'something=else'), 'ok', null],
    ['redirects', txt(SPF, 'v=spf1 redirect=_spf.relay.example'), 'ok', null],
    ['is not there', txt(SPF, 'something=else'), 'missing', /^Add the TXT record/],
    ['has its name doubled', txt(`${SPF}.example.com`, 'v=spf1 mx ~all'), 'missing', /so enter bounce there/],
    ['is there twice', txt(SPF, 'v=spf1 mx ~all', 'v=spf1 a ~all'), 'different', /2 SPF records/],
    ['has quotation marks in it', txt(SPF, '"v=spf1 mx ~all"'), 'different', /quotation marks/],
    ['allows every server', txt(SPF, 'v=spf1 mx +all'), 'different', /every server/],
    ['allows every server, without a qualifier', txt(SPF, 'v=spf1 mx all'), 'different', /every server/],
    ['allows no server', txt(SPF, 'v=spf1 -all'), 'different', /no server/],
    [
      'has an invalid term',
      txt(SPF, 'v=spf1 ip:192.0.2.1 ~all'),
      'different',
      /^ip:192\.0\.2\.1 is not a valid SPF term/,
    ],
    [
      'needs too many lookups',
      txt(SPF, `v=spf1 ${Array.from({ length: 11 }, (_, n) => `include:${n}.example`).join(' ')} ~all`),
      'different',
      /11 names/,
    ],
  ])('that %s', checking(SPF, 'TXT'));
});

describe('the MX record of the return path', () => {
  const mx = (value: string): DnsEntry => ({ type: 'MX', name: SPF, value });
  it.each<Row>([
    ['is there', [mx('10 send.example.net')], 'ok', null],
    ['is there with another number', [mx('5 Send.Example.NET')], 'ok', null],
    ['is not there', [], 'missing', /^Add the MX record/],
    [
      'has its name doubled',
      [{ ...mx('10 send.example.net'), name: `${SPF}.example.com` }],
      'missing',
      /so enter bounce there/,
    ],
    [
      'points elsewhere',
      [mx('10 mx.other.example')],
      'different',
      /go to mx\.other\.example: change the MX record to 10 send/,
    ],
    [
      'also points elsewhere',
      [mx('10 send.example.net'), mx('20 mx.other.example')],
      'different',
      /^Remove mx\.other\.example/,
    ],
  ])('that %s', checking(SPF, 'MX'));
});

describe('the DMARC record of an installation that receives reports', () => {
  const own = 'dmarc-1-019348715b7e7f0a9c1d2f6b8e4a7c10@bounce.example.com';
  it.each([
    [`rua=mailto:${own}`, null],
    [`rua=mailto:a@example.com, mailto:${own.toUpperCase()}`, null],
    ['rua=mailto:a@example.com', `Add mailto:${own} to rua to see here who sends in your name.`],
    ['sp=none', `Add mailto:${own} to rua to see here who sends in your name.`],
  ])('with %s is right and says %j', async (tags, change) => {
    dns.publish(...txt(DMARC, `v=DMARC1; p=none; ${tags}`));
    const setting = { PUBLIC_URL: 'https://send.example.net', SMTP_URL: undefined, INBOUND_SMTP_PORT: 25 };
    const wanted = domainRecords('example.com', keys, setting, own).filter(({ name }) => name === DMARC);
    const [finding] = await checkRecords('example.com', wanted, new DnsResolver({ DNS_SERVERS: dns.address }));
    expect(finding).toMatchObject({ status: 'ok', change });
  });
});

describe('the DMARC record', () => {
  it.each<Row>([
    ['is there', txt(DMARC, 'v=DMARC1; p=none; rua=mailto:a@example.com'), 'ok', null],
    ['is stricter', txt(DMARC, 'v=DMARC1;p=reject;sp=quarantine;rua=mailto:a@example.com', 'other=text'), 'ok', null],
    ['requests no reports', txt(DMARC, 'v=DMARC1; p=none'), 'ok', /Add rua=mailto:/],
    ['is at the top-level domain', txt('_dmarc.com', 'v=DMARC1; p=none'), 'missing', /^Add the TXT record/],
    ['is not there', txt(DMARC, 'hello'), 'missing', /^Add the TXT record/],
    ['has its name doubled', txt(`${DMARC}.example.com`, 'v=DMARC1; p=none'), 'missing', /so enter _dmarc there/],
    ['is there twice', txt(DMARC, 'v=DMARC1; p=none', 'v=DMARC1; p=reject'), 'different', /2 DMARC records/],
    [
      'has pct',
      txt(DMARC, 'v=DMARC1; p=none; pct=50; rua=mailto:a@example.com'),
      'different',
      /^Leave out pct=50: RFC 9989/,
    ],
    [
      'has pct, rf and ri',
      txt(DMARC, 'v=DMARC1; p=none; pct=100; rf=afrf; ri=3600'),
      'different',
      /pct=100 and rf=afrf and ri=3600/,
    ],
    ['has no policy', txt(DMARC, 'v=DMARC1; rua=mailto:a@example.com'), 'different', /add p=none/],
    ['has an invalid policy', txt(DMARC, 'v=DMARC1; p=monitor'), 'different', /^p=monitor is not a valid policy/],
    ['is in small letters', txt(DMARC, 'v=dmarc1; p=none'), 'different', /in capitals/],
    ['has quotation marks in it', txt(DMARC, "'v=DMARC1; p=none'"), 'different', /quotation marks/],
    [
      'sends reports to an address without mailto:',
      txt(DMARC, 'v=DMARC1; p=none; rua=a@example.com'),
      'different',
      /begin with mailto:/,
    ],
  ])('that %s', checking(DMARC));

  it('of a parent domain covers its subdomains', async () => {
    const published = txt(DMARC, 'v=DMARC1; p=reject; rua=mailto:a@example.com');
    const finding = await check('_dmarc.eu.mail.example.com', published, {}, 'eu.mail.example.com');
    expect(finding).toMatchObject({ status: 'ok', change: `${DMARC} covers this domain too.` });
  });
});

describe('the tracking host', () => {
  const service: DnsEntry[] = [
    { type: 'A', name: 'send.example.net', value: '192.0.2.7' },
    { type: 'AAAA', name: 'send.example.net', value: '2001:db8::7' },
  ];
  const at = (type: string, value: string): DnsEntry => ({ type, name: LINKS, value });
  it.each<Row>([
    ['is an alias', [at('CNAME', 'Send.Example.NET')], 'ok', null],
    ['has the same addresses', [...service, at('A', '192.0.2.7')], 'ok', null],
    [
      'is an alias of an alias',
      [...service, at('CNAME', 'a.example.org'), { type: 'CNAME', name: 'a.example.org', value: 'send.example.net' }],
      'ok',
      null,
    ],
    ['is not there', [], 'missing', /^Add the CNAME record/],
    [
      'has its name doubled',
      [{ ...at('CNAME', 'send.example.net'), name: `${LINKS}.example.com` }],
      'missing',
      /so enter links there/,
    ],
    [
      'has another address',
      [...service, at('A', '192.0.2.8')],
      'different',
      /points to 192\.0\.2\.8: .* alias \(CNAME\) of send/,
    ],
    ['is an alias of another', [...service, at('CNAME', 'other.example')], 'different', /points to other\.example/],
  ])('that %s', checking(LINKS));

  it.each<Row>([
    ['is there', [at('A', '8.8.8.8')], 'ok', null],
    ['is not there', [], 'missing', /^Add the A record/],
    ['is another', [at('A', '192.0.2.8')], 'different', /keep only the A record 8\.8\.8\.8/],
  ])('of a service without a host name that %s', checking(LINKS, 'A', { PUBLIC_URL: 'http://8.8.8.8' }));
});

describe('name servers', () => {
  it.each(['SERVFAIL', 'REFUSED'] as const)('that answer %s leave every record undecided', async (failure) => {
    dns.fail(failure);
    for (const name of [DKIM, SPF, DMARC, LINKS])
      expect(await check(name, [])).toMatchObject({
        status: 'error',
        found: [],
        change: `The name servers gave no answer (${failure}): the next check tries again.`,
      });
  });

  it('that do not answer time out', async () => {
    dns.fail('silent');
    expect(await check(DKIM, [])).toMatchObject({ status: 'error', change: expect.stringContaining('(timeout)') });
    expect(dns.asked.length).toBeGreaterThan(1);
  });

  it('are queried on every check', async () => {
    expect(await check(DKIM, [])).toMatchObject({ status: 'missing' });
    expect(await check(DKIM, txt(DKIM, `p=${RSA}`))).toMatchObject({ status: 'ok' });
  });

  it('can return text that must be sanitized', async () => {
    const { found } = await check(DKIM, txt(DKIM, `p=\u0000\u001b[31m${'x'.repeat(5_000)}`));
    expect(found).toEqual([expect.stringMatching(/^p=\ufffd\ufffd\[31mx{1992}$/)]);
  });

  it('must be configured as addresses', () => {
    expect(() => new DnsResolver({ DNS_SERVERS: 'dns.example' })).toThrow(/DNS_SERVERS must be addresses/);
  });
});
