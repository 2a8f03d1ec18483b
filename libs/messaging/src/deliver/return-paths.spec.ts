import { describe, expect, it } from '@jest/globals';
import type { SendingDomains } from '@dundun/accounts';
import { Seal } from '@dundun/platform/config';
import { v7 } from 'uuid';
import { ReturnPaths } from './return-paths.service.js';

const HOST = 'bounce.example.com';
const ID = '01934870-0c55-7d0b-b0d5-94a1c9a4ff10';
const seal = new Seal(['ab'.repeat(32)]);
/** Domains with one return-path host, as the last DNS check found it. */
const domains = (host: string | null) => ({ returnPathHost: () => Promise.resolve(host) }) as unknown as SendingDomains;
const paths = (port: number | undefined = 25, host: string | null = HOST, by = seal) =>
  new ReturnPaths({ INBOUND_SMTP_PORT: port }, domains(host), by);

const message = { workspaceId: 7, id: ID };
const address = paths().address(message, HOST);
const [local = '', host = ''] = address.split('@');
const [, workspace = '', id = '', signature = ''] = local.split('-');
const spelt = (...parts: string[]) => `b-${parts.join('-')}@${HOST}`;
const other = paths().address({ workspaceId: 7, id: v7() }, HOST);
/** The same number plus 2^128, which a careless parser would truncate. */
const beyond = (BigInt(`0x${Buffer.from(ID.replaceAll('-', ''), 'hex').toString('hex')}`) + 2n ** 128n).toString(36);

describe('the return path of a message', () => {
  it.each([
    [1, ID],
    [2_147_483_647, 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    [42, '00000000-0000-7000-8000-000000000001'],
    [3, v7()],
  ])('is a valid address that names the message: workspace %i, %s', (workspaceId, each) => {
    const made = paths().address({ workspaceId, id: each }, HOST);
    expect(made).toMatch(/^[a-z\d-]{55,64}@bounce\.example\.com$/);
    expect(paths().read(made)).toEqual({ workspaceId, id: each });
  });

  it.each([
    ['capitals', address.toUpperCase()],
    ['a capital first', address.replace(/^b/, 'B')],
    ['the host in capitals', `${local}@${HOST.toUpperCase()}`],
  ])('is read in %s', (_, each) => expect(paths().read(each)).toEqual(message));

  it.each([
    ['no signature', spelt(workspace, id)],
    ['an empty signature', spelt(workspace, id, '')],
    ['a signature of zeros', spelt(workspace, id, '0'.repeat(25))],
    ['a signature cut short', spelt(workspace, id, signature.slice(0, -1))],
    [
      'a signature with one changed character',
      spelt(
        workspace,
        id,
        signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
    ],
    ['the signature of another message', spelt(workspace, id, other.slice(0, other.indexOf('@')).split('-')[3] ?? '')],
    ['another message', spelt(workspace, other.split('-')[2] ?? '', signature)],
    ['another workspace', spelt('8', id, signature)],
    ['the workspace spelt otherwise', spelt('07', id, signature)],
    ['the message spelt beyond 128 bits', spelt(workspace, beyond.slice(-25), signature)],
    ['another host', `${local}@bounce.example.net`],
    ['a host above', `${local}@example.com`],
    ['no host', local],
    ['something before it', `x${address}`],
    ['a line after it', `${address}\r\nRCPT TO:<b@c.test>`],
    ['a source route', `@relay.test:${address}`],
    ['a percent hack', `${local}%${host}@relay.test`],
    ['nothing', ''],
    ['a person', 'ada@example.com'],
    ['very much', `${address}${'a'.repeat(100_000)}`],
  ])('is invalid with %s', (_, each) => expect(paths().read(each)).toBeNull());

  it('is not an address signed under another key or for another purpose', () => {
    const strangers = new Seal(['cd'.repeat(32)]);
    expect(paths(25, HOST, strangers).read(address)).toBeNull();
    expect(paths(25, HOST, new Seal(['cd'.repeat(32), 'ab'.repeat(32)])).read(address)).toEqual(message);
    const bytes = Buffer.from(seal.sign('unsubscribe', `${workspace}-${id}@${HOST}`), 'base64url');
    const forged = BigInt(`0x${bytes.toString('hex')}`)
      .toString(36)
      .padStart(25, '0');
    expect(paths().read(spelt(workspace, id, forged))).toBeNull();
  });

  it('exists only if a port is set, the host passed its check and the address is short enough', async () => {
    expect(await paths().of(message, 'ada@example.com')).toBe(address);
    expect(
      await new ReturnPaths({ INBOUND_SMTP_PORT: undefined }, domains(HOST), seal).of(message, 'a@b.test'),
    ).toBeUndefined();
    expect(await paths(25, null).of(message, 'ada@example.com')).toBeUndefined();
    const long = `bounce.${'a'.repeat(60)}.${'b'.repeat(63)}.${'c'.repeat(63)}.test`;
    expect(await paths(25, long).of(message, 'ada@example.com')).toBeUndefined();
  });
});
