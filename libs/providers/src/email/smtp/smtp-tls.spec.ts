import { afterEach, describe, expect, it } from '@jest/globals';
import { aMail, selfSigned, type SmtpSinkOptions } from '../../testing/index.js';
import { closeAll, obliging, provider, sinkAndProvider, startRawServer } from '../testing.js';

afterEach(closeAll);

const hour = 3_600_000;
const good = selfSigned('127.0.0.1');
const expired = selfSigned('127.0.0.1', { from: new Date(Date.now() - 2 * hour), until: new Date(Date.now() - hour) });
const other = selfSigned('other.test');

/** Starts a sink with a self-signed certificate; the query of the URL sets how to treat it. */
async function secure(tls: SmtpSinkOptions['tls'], query = '') {
  const { sink } = await sinkAndProvider({ tls });
  return { sink, smtp: provider(`${sink.url}${query}`) };
}

describe.each([
  ['STARTTLS', false],
  ['TLS from the first byte', true],
])('%s', (_name, implicit) => {
  it.each([
    ['from an unknown authority', good, /SELF_SIGNED/],
    ['that has expired', expired, /SELF_SIGNED|EXPIRED/],
    ['for another host', other, /SELF_SIGNED|ALTNAME/],
  ])('refuses a certificate %s and blames the provider', async (_what, certificate, code) => {
    const { sink, smtp } = await secure({ ...certificate, implicit });
    const outcome = await smtp.send(aMail());
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'provider', code: expect.stringMatching(code) });
    expect(sink.taken).toBe(0);
    expect(await smtp.verify()).toMatchObject({ ok: false, detail: expect.stringMatching(/certificate/i) });
  });

  it('accepts any certificate with tls=insecure', async () => {
    const { smtp } = await secure({ ...other, implicit }, '?tls=insecure');
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
  });
});

describe('a server that hides STARTTLS', () => {
  it('receives no mail when encryption is required', async () => {
    const { sink } = await sinkAndProvider();
    const outcome = await provider(`${sink.url}?tls=required`).send(aMail());
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'provider' });
    expect(sink.taken).toBe(0);
  });

  it('receives no password when it runs on another host', async () => {
    const { sink } = await sinkAndProvider({ auth: { user: 'me', pass: 'secret' } });
    const settings = { host: 'mail.example.test', port: sink.port, user: 'me', pass: 'secret' };
    const resolve = () => Promise.resolve('127.0.0.1');
    const outcome = await provider(settings, { resolve }).send(aMail());
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'provider', detail: expect.stringContaining('502') });
    const plain = provider({ ...settings, tls: 'none' }, { resolve });
    expect(await plain.send(aMail())).toMatchObject({ kind: 'accepted' });
  });

  it('is not asked for STARTTLS with tls=none', async () => {
    const { smtp } = await secure({ ...good }, '?tls=none');
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
  });
});

describe.each([
  ['STARTTLS', false],
  ['TLS from the first byte', true],
])('a TLS session with %s', (_name, implicit) => {
  it('is resumed by the next connection', async () => {
    const { sink } = await sinkAndProvider({ tls: { ...good, implicit } });
    const smtp = provider(`${sink.url}?tls=insecure`, { maxMessages: 1, maxConnections: 1 });
    for (let count = 0; count < 4; count++) expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(sink.connections).toMatchObject({ total: 4, resumed: 3 });
    // Another account starts with a handshake of its own, which checks the certificate.
    expect(await provider(sink.url).send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'provider' });
  });
});

describe('a server that sends more than its answer to STARTTLS in plain text', () => {
  it.each(['250-injected', '250 injected\r\n', '2'])('(%j) gets no mail', async (more) => {
    const server = await startRawServer((line, socket) => {
      if (line !== 'STARTTLS') return obliging(line, 'STARTTLS');
      socket.write(`220 2.0.0 Ready\r\n${more}`);
      return undefined;
    });
    const outcome = await provider(`${server.url}?tls=insecure`).send(aMail());
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'passing', code: 'EPROTOCOL' });
    expect(server.reads.at(-1)).toBe('STARTTLS\r\n');
  });
});

describe('a server that answers before it is asked', () => {
  it.each(['connect', 'EHLO', 'AUTH'])('after %s gets no mail', async (when) => {
    const ahead = '250 2.0.0 Ok';
    const server = await startRawServer((line, socket) => {
      if (when === 'connect' && line.startsWith('EHLO')) socket.write(`${ahead}\r\n`);
      if (line.startsWith('AUTH')) return when === 'AUTH' ? `235 Ok\r\n${ahead}` : '235 Ok';
      const reply = obliging(line, 'PIPELINING', 'AUTH PLAIN');
      return when === 'EHLO' && line.startsWith('EHLO') ? `${reply}\r\n${ahead}` : reply;
    });
    const outcome = await provider(server.url.replace('//', '//me:secret@')).send(aMail());
    expect(outcome.kind).toBe('not_sent');
    expect(server.reads.join('')).not.toContain('Message-ID');
  });
});

describe('an SMTP host that a user entered', () => {
  it('is reached at the vetted address', async () => {
    const { sink } = await sinkAndProvider();
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return '127.0.0.1';
    };
    const smtp = provider({ host: 'mail.example.test', port: sink.port }, { resolve });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(asked).toEqual(['mail.example.test']);
  });

  it('is not reached when its address is forbidden', async () => {
    const resolve = () => Promise.reject(new Error('10.0.0.1 is a private address'));
    const outcome = await provider({ host: 'mail.example.test', port: 25 }, { resolve }).send(aMail());
    expect(outcome).toMatchObject({
      kind: 'not_sent',
      fault: 'provider',
      detail: expect.stringContaining('10.0.0.1 is a private address'),
    });
  });
});
