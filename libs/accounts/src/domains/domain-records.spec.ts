import { describe, expect, it } from '@jest/globals';
import { domainNotes, domainRecords } from './domain-records.js';

const keys = [
  { selector: 'dd1-rsa', algorithm: 'rsa-sha256', publicKey: 'RSA1', state: 'active' },
  { selector: 'dd1-ed25519', algorithm: 'ed25519-sha256', publicKey: 'ED1', state: 'active' },
  { selector: 'dd2-rsa', algorithm: 'rsa-sha256', publicKey: 'RSA2', state: 'next' },
  { selector: 'dd0-rsa', algorithm: 'rsa-sha256', publicKey: 'RSA0', state: 'retired' },
] as const;
const setting = { PUBLIC_URL: 'https://send.dundun.example', SMTP_URL: undefined, INBOUND_SMTP_PORT: undefined };

const lines = (over: Partial<Record<keyof typeof setting, unknown>> = {}) =>
  domainRecords('example.com', [...keys], { ...setting, ...over } as typeof setting).map(
    ({ type, name, value }) => `${name} ${type} ${value}`,
  );

describe('the records of a domain', () => {
  it('include DKIM, SPF, DMARC and tracking', () => {
    expect(lines()).toEqual([
      'dd1-rsa._domainkey.example.com TXT v=DKIM1; k=rsa; p=RSA1',
      'dd1-ed25519._domainkey.example.com TXT v=DKIM1; k=ed25519; p=ED1',
      'dd2-rsa._domainkey.example.com TXT v=DKIM1; k=rsa; p=RSA2',
      'dd0-rsa._domainkey.example.com TXT v=DKIM1; k=rsa; p=RSA0',
      'bounce.example.com TXT v=spf1 a:send.dundun.example ~all',
      '_dmarc.example.com TXT v=DMARC1; p=none; rua=mailto:postmaster@example.com',
      'links.example.com CNAME send.dundun.example',
    ]);
  });

  it('require only the active RSA key', () => {
    const records = domainRecords('example.com', [...keys], setting);
    expect(records.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'dd1-rsa._domainkey.example.com',
    ]);
    expect(records.map(({ keyState }) => keyState)).toEqual(['active', 'active', 'next', 'retired', null, null, null]);
    expect(records.filter(({ note }) => !/^[A-Z].*\.$/.test(note))).toEqual([]);
  });

  it('send DMARC reports to this service if it receives mail', () => {
    const address = 'dmarc-1-019348715b7e7f0a9c1d2f6b8e4a7c10@bounce.example.com';
    const records = domainRecords('example.com', [...keys], setting, address);
    expect(records.find(({ purpose }) => purpose === 'dmarc')?.value).toBe(`v=DMARC1; p=none; rua=mailto:${address}`);
    expect(records.filter(({ note }) => !/^[A-Z].*\.$/.test(note))).toEqual([]);
  });

  it('never contain pct', () => {
    expect(lines().join()).not.toMatch(/pct/);
  });

  it.each([
    [
      { SMTP_URL: 'smtp://user:secret@Relay.example.net:587' },
      'bounce.example.com TXT v=spf1 a:relay.example.net ~all',
    ],
    [{ SMTP_URL: 'smtp://203.0.113.5' }, 'bounce.example.com TXT v=spf1 a:send.dundun.example ~all'],
    [{ SMTP_URL: 'smtp://8.8.8.8' }, 'bounce.example.com TXT v=spf1 ip4:8.8.8.8 ~all'],
    [{ SMTP_URL: 'smtp://[2606:4700::1]:25' }, 'bounce.example.com TXT v=spf1 ip6:2606:4700::1 ~all'],
    [{ SMTP_URL: 'inbox:' }, 'bounce.example.com TXT v=spf1 a:send.dundun.example ~all'],
    [{ SMTP_URL: 'smtp://mailpit:1025' }, 'bounce.example.com TXT v=spf1 a:send.dundun.example ~all'],
    [{ INBOUND_SMTP_PORT: 25 }, 'bounce.example.com MX 10 send.dundun.example'],
    [{ INBOUND_SMTP_PORT: 25, PUBLIC_URL: 'http://8.8.8.8:3000' }, 'bounce.example.com A 8.8.8.8'],
    [{ PUBLIC_URL: 'http://8.8.8.8:3000' }, 'links.example.com A 8.8.8.8'],
    [{ PUBLIC_URL: 'http://[2606:4700::1]:3000' }, 'links.example.com AAAA 2606:4700::1'],
  ])('with %j include %s', (over, line) => {
    expect(lines(over)).toContain(line);
  });
});

describe('the notes of a domain', () => {
  it.each([
    [{}, [/bounce\.example\.com needs no MX/]],
    [{ INBOUND_SMTP_PORT: 25 }, []],
    [{ INBOUND_SMTP_PORT: 2525 }, [/port 25 of send\.dundun\.example.*2525/]],
    [{ INBOUND_SMTP_PORT: 25, PUBLIC_URL: 'http://127.0.0.1:3000' }, [/is not reachable from outside/]],
    [{ INBOUND_SMTP_PORT: 25, PUBLIC_URL: 'http://localhost:3000' }, [/is not reachable from outside/]],
    [{ INBOUND_SMTP_PORT: 25, PUBLIC_URL: 'http://192.168.1.5' }, [/is not reachable from outside/]],
  ])('with %j', (over, notes) => {
    expect(domainNotes('example.com', { ...setting, ...over } as typeof setting)).toEqual(
      notes.map((note) => expect.stringMatching(note)),
    );
  });
});
