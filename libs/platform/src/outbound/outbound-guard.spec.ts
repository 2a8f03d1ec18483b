import { describe, expect, it } from '@jest/globals';
import { ForbiddenAddressError, UnavailableError } from '@dundun/domain';
import { OutboundGuard } from './outbound-guard.js';

const PUBLIC = '93.184.215.14';
const answers = (addresses: Record<string, string[]>) => async (name: string) => {
  const found = addresses[name];
  if (!found) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  return found;
};
const guard = (OUTBOUND_ALLOW?: string, addresses: Record<string, string[]> = { 'example.com': [PUBLIC] }) =>
  new OutboundGuard({ OUTBOUND_ALLOW }, answers(addresses));
const forbidden: unknown = expect.objectContaining({ code: 'forbidden_address' });

/** Spellings of this machine, of private networks and of reserved addresses. */
const HOSTILE_HOSTS = [
  // This machine.
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0.0.0.0', '0', '0.1.2.3', '127.0.0.1.', '127。0。0。1'],
  ...[
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '0177.1',
    '127.0x1',
    '00000177.1',
  ],
  ...['０x7f.0.0.1', '①②⑦.0.0.1', '%31%32%37.0.0.1', '１２７.０.０.１', '0X7F000001'],
  ...['::1', '[::1]', '::', '0:0:0:0:0:0:0:1', '[0000::0001]', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1'],
  ...['[::ffff:0:127.0.0.1]', '0:0:0:0:0:ffff:7f00:0001'],
  // Private networks and the metadata services of clouds.
  ...[
    '10.0.0.1',
    '10.1',
    '167772161',
    '012.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.257',
    '0xc0a80001',
  ],
  ...[
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '::ffff:a9fe:a9fe',
    '[::ffff:169.254.169.254]',
  ],
  ...['100.64.0.1', '100.127.255.255', 'fd00::1', 'fc00::', 'fd00:ec2::254', 'fe80::1', 'febf::1', 'fec0::1'],
  // Addresses that embed another address.
  ...['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::169.254.169.254', '64:ff9b:1::808:808', '2002:7f00:1::'],
  ...['2002:a00:1::1', '2002:c0a8:1::', '2001:0:7f00:1::', '2001::a9fe:a9fe', '::a00:1', 'fe80::5efe:10.0.0.1'],
  // Reserved ranges.
  ...['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1', '255.255.255.255', '240.0.0.1', '192.0.0.1', '192.0.2.1'],
  ...[
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '192.88.99.1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '5f00::1',
    '4000::1',
  ],
];
/** Texts that are not hosts. */
const NO_HOSTS = [
  ...['', ' ', '256.0.0.1', '1.2.3.4.5', '0x100000000', '127.0.0.1:80', 'a b', 'a/b', 'a\\b', 'a?b', 'a#b', 'u@a'],
  ...[
    '[::1',
    '::1]',
    '[::1]:80',
    '[fe80::1%25eth0]',
    'fe80::1%eth0',
    'a\u0000b',
    'a\nb',
    'exa%00mple.com',
    '127.0.0.1%23',
  ],
];

describe('resolve', () => {
  it.each(HOSTILE_HOSTS)('refuses %s', async (host) => {
    await expect(guard().resolve(host, 443)).rejects.toBeInstanceOf(ForbiddenAddressError);
  });

  it.each(HOSTILE_HOSTS.filter((host) => /^[\da-f.:]+$/.test(host) && /\..*\..*\.\d|::/.test(host)))(
    'a name that resolves to %s is refused, and so is one that does so among others',
    async (address) => {
      const names = { 'one.test': [address], 'two.test': [PUBLIC, address] };
      await expect(guard('', names).resolve('one.test', 25)).rejects.toBeInstanceOf(ForbiddenAddressError);
      await expect(guard('', names).resolve('two.test', 25)).rejects.toBeInstanceOf(ForbiddenAddressError);
    },
  );

  it.each(NO_HOSTS)('refuses %j, which is not a host', async (host) => {
    await expect(guard().resolve(host, 443)).rejects.toBeInstanceOf(ForbiddenAddressError);
  });

  it.each([
    ['example.com', PUBLIC],
    ['EXAMPLE.com', PUBLIC],
    [PUBLIC, PUBLIC],
    ['0x5d.0xb8.0xd7.0x0e', PUBLIC],
    ['1572394766', PUBLIC],
    ['2606:4700:4700::1111', '2606:4700:4700::1111'],
    ['[2606:4700:4700:0::1111]', '2606:4700:4700::1111'],
    ['::ffff:93.184.215.14', '::ffff:5db8:d70e'],
    ['64:ff9b::93.184.215.14', '64:ff9b::5db8:d70e'],
  ])('resolves %s to %s', async (host, address) => {
    expect(await guard().resolve(host, 25)).toBe(address);
  });

  it('resolves a name once and reveals nothing about the internal network', async () => {
    const asked: string[] = [];
    const counting = new OutboundGuard({}, async (name) => {
      asked.push(name);
      return ['10.1.2.3'];
    });
    const error: unknown = await counting.resolve('db.internal', 5432).catch((each: unknown) => each);
    expect(asked).toEqual(['db.internal']);
    expect(error).toMatchObject({ kind: 'invalid', code: 'forbidden_address' });
    expect(String(error)).not.toContain('10.1');
  });

  it('shares one lookup among simultaneous callers and repeats it for later ones', async () => {
    const asked: string[] = [];
    const ends: ((addresses: string[]) => void)[] = [];
    const hanging = (name: string) => {
      asked.push(name);
      return new Promise<string[]>((resolve) => ends.push(resolve));
    };
    const one = new OutboundGuard({ OUTBOUND_ALLOW: undefined }, hanging);
    const all = ['a.example', 'a.example', 'b.example', 'A.example'].map((host) => one.resolve(host, 443));
    expect(asked).toEqual(['a.example', 'b.example']);
    ends[0]?.([PUBLIC]);
    ends[1]?.(['127.0.0.1']);
    const ended = await Promise.allSettled(all);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    void one.resolve('a.example', 443);
    expect(asked).toEqual(['a.example', 'b.example', 'a.example']);
  });

  it("passes on the resolver's error, and fails for a name without addresses", async () => {
    await expect(guard().resolve('nobody.test', 25)).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(guard('', { 'empty.test': [] }).resolve('empty.test', 25)).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(guard('', { 'odd.test': ['odd'] }).resolve('odd.test', 25)).rejects.toEqual(forbidden);
  });

  it.each<[string, string, number, boolean]>([
    ['10.0.0.0/8:443', '10.1.2.3', 443, true],
    ['10.0.0.0/8:443', '10.1.2.3', 444, false],
    ['10.0.0.0/8:443', '11.0.0.1', 444, true],
    ['10.0.0.0/8', '10.1.2.3', 444, true],
    ['10.0.0.0/8', '192.168.0.1', 444, false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', 25, true],
    ['fd00::/8:25, ::1/128', 'fd12::1', 25, true],
    ['fd00::/8:25, ::1/128', 'fd12::1', 26, false],
    ['fd00::/8:25, ::1/128', '::1', 26, true],
    ['0.0.0.0/0', '::1', 25, false],
    ['::/0', '127.0.0.1', 25, false],
  ])('with OUTBOUND_ALLOW=%s, allows %s at port %i: %s', async (allow, host, port, isFine) => {
    const resolved = guard(allow).resolve(host, port);
    await (isFine
      ? expect(resolved).resolves.toEqual(expect.any(String))
      : expect(resolved).rejects.toEqual(forbidden));
  });
});

describe('checkUrl', () => {
  it.each([
    'https://example.com',
    'http://example.com/a?b=c',
    'https://example.com:443/',
    'HTTPS://EXAMPLE.COM/x',
    'http://example.com:80',
    `https://${PUBLIC}/`,
  ])('accepts %s', async (text) => {
    expect(await guard().checkUrl(text)).toEqual({ url: new URL(text), address: PUBLIC });
  });

  it.each([
    ...[
      'ftp://example.com',
      'file:///etc/passwd',
      'gopher://example.com',
      'javascript:alert(1)',
      'data:,a',
      '//example.com',
      'example.com',
    ],
    ...[
      'https://user@example.com',
      'https://user:pass@example.com',
      'https://:pass@example.com',
      'https://example.com@127.0.0.1/',
    ],
    ...[
      'https://example.com#a',
      'https://example.com/#',
      'https://example.com:8443',
      'https://example.com:22',
      'http://example.com:6379',
    ],
    ...[
      'http:example.com',
      'http:/example.com',
      'http:\\\\127.0.0.1\\',
      'http://example.com\\@127.0.0.1',
      'https://exa mple.com',
      ' https://example.com',
    ],
    ...[
      'http://127.0.0.1',
      'http://0x7f.1/',
      'http://[::1]/',
      'http://2130706433',
      'http://127。0。0。1',
      'http://[::ffff:7f00:1]:80/',
    ],
    ...[
      'https://nobody.test',
      'https://',
      'https://?',
      'https://example.com\r\nX: y',
      `https://example.com/${'a'.repeat(2048)}`,
    ],
  ])('refuses %j', async (text) => {
    await expect(guard().checkUrl(text)).rejects.toBeInstanceOf(ForbiddenAddressError);
  });

  it('refuses http where https is required', async () => {
    await expect(guard().checkUrl('http://example.com', { https: true })).rejects.toEqual(forbidden);
    expect(await guard().checkUrl('https://example.com', { https: true })).toMatchObject({ address: PUBLIC });
  });

  it('allows other ports only on the list', async () => {
    const allowed = guard(`${PUBLIC}/32:8443,10.0.0.0/8:8080`, { 'example.com': [PUBLIC], 'in.test': ['10.0.0.1'] });
    expect(await allowed.checkUrl('https://example.com:8443')).toMatchObject({ address: PUBLIC });
    expect(await allowed.checkUrl('http://in.test:8080')).toMatchObject({ address: '10.0.0.1' });
    await expect(allowed.checkUrl('https://example.com:8444')).rejects.toEqual(forbidden);
    await expect(allowed.checkUrl('http://in.test')).rejects.toEqual(forbidden);
  });

  it('is unavailable while the resolver is unreachable', async () => {
    const away = new OutboundGuard({}, async () => {
      throw Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
    });
    await expect(away.checkUrl('https://example.com')).rejects.toBeInstanceOf(UnavailableError);
  });
});
