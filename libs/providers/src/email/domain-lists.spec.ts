import { afterEach, describe, expect, it } from '@jest/globals';
import { emailProviders } from '../registry.js';
import { startFakeMailgun, startFakeResend, startFakeSendGrid, startFakeSes } from '../testing/index.js';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atTheEnd, closeAll } from './testing.js';

afterEach(closeAll);

const TIMEOUT_MS = 1_000;
const PAGE_MS = 100;
const NOT_ANSWERED = { ok: false, detail: expect.stringMatching(/^No answer within \d+ ms/) };
const many = <T>(count: number, make: (name: string) => T) =>
  Array.from({ length: count }, (_, index) => make(`d${index}.test`));

/** Starts a server whose every page links to a next one. */
async function endless(answerTo: (path: string) => unknown) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    paths.push(url);
    setTimeout(() => response.end(JSON.stringify(answerTo(url))), PAGE_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd({ close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))) });
  return { paths, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('an endless list of domains', () => {
  it.each([
    ['sendgrid', startFakeSendGrid, { ok: true }, (path: string) =>
      path.includes('scopes') ? { scopes: ['mail.send'] } : many(25, (domain) => ({ valid: true, domain }))],
    ['ses', startFakeSes, { ok: true, unchecked: expect.stringMatching(/^The domains could not be listed/) }, (path: string) =>
      path.includes('account')
        ? { SendingEnabled: true }
        : { EmailIdentities: many(100, (IdentityName) => ({ IdentityName })), NextToken: 'next' }],
    ['mailgun', startFakeMailgun, NOT_ANSWERED, () => ({ items: many(50, (name) => ({ name, state: 'active' })) })],
    ['resend', startFakeResend, NOT_ANSWERED, () => ({ data: many(100, (id) => ({ id })), has_more: true })],
  ] as const)('connection test of %s ends within the time of three calls', async (name, start, expected, answerTo) => {
    const { paths, origin } = await endless(answerTo);
    const fake = await start();
    atTheEnd(fake);
    const provider = emailProviders[name].create(fake.settings, { origin, timeoutMs: TIMEOUT_MS });
    atTheEnd(provider);
    expect(await provider.verify()).toEqual(expected);
    expect(paths.length).toBeGreaterThan(2);
    // Twice as many as fit: timers are late on a busy machine. Without a limit of its own the list would never end.
    expect(paths.length).toBeLessThanOrEqual((2 * 3 * TIMEOUT_MS) / PAGE_MS);
  });
}); // prettier-ignore
