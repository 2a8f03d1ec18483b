import { describe, expect, it } from '@jest/globals';
import { posthog } from './posthog.js';
import { rudderstack } from './rudderstack.js';
import { aCall, signature } from './testing-adapters.js';
import { webhook } from './webhook.js';

const SECRET = 'sixteen letters or more';
const BODY = '{"type":"track","messageId":"m-1","userId":"u-1","event":"Paid"}';

/** Settings of each sender that uses a secret header. */
const SENDERS = {
  RudderStack: { adapter: rudderstack, settings: { header: 'X-Secret', secret: SECRET } },
  PostHog: { adapter: posthog, settings: { header: 'X-Secret', secret: SECRET } },
  'a JSON webhook': { adapter: webhook, settings: { mapping: '{}', secretHeader: 'X-Secret', secret: SECRET } },
};

describe.each(Object.entries(SENDERS))('the secret header of %s', (_, { adapter, settings }) => {
  const verdict = (headers: Record<string, string>) => adapter.verify(aCall(BODY, headers), settings, 0);

  it('is accepted alone and as a bearer token', () => {
    expect(verdict({ 'x-secret': SECRET })).toBe('genuine');
    expect(verdict({ 'x-secret': `Bearer ${SECRET}` })).toBe('genuine');
  });

  it.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['an empty header', { 'x-secret': '' }],
    ['an empty bearer token', { 'x-secret': 'Bearer ' }],
    ['another secret', { 'x-secret': 'another secret of letters' }],
    ['a truncated secret', { 'x-secret': SECRET.slice(0, -1) }],
    ['an extended secret', { 'x-secret': `${SECRET}x` }],
    ['the secret in capitals', { 'x-secret': SECRET.toUpperCase() }],
    ['the secret twice', { 'x-secret': `${SECRET}, ${SECRET}` }],
    ['the secret as Basic', { 'x-secret': `Basic ${SECRET}` }],
    ['another header', { authorization: SECRET }],
  ])('is refused: %s', (__, headers) => {
    expect(verdict(headers)).toEqual({ forged: expect.stringMatching(/X-Secret/) });
  });
});

describe('the signature of a JSON webhook', () => {
  const settings = {
    mapping: '{}',
    signatureHeader: 'X-Hub-Signature-256',
    signaturePrefix: 'sha256=',
    secret: SECRET,
  };
  const sign = (text: string, secret = SECRET) =>
    `sha256=${signature({ algorithm: 'sha256', encoding: 'hex', secret }, text)}`;
  const verdict = (header: string | undefined, body = BODY, given: object = settings) =>
    webhook.verify(aCall(body, header === undefined ? {} : { 'x-hub-signature-256': header }), given, 0);
  const right = sign(BODY);

  it('is accepted with the configured scheme', () => {
    expect(verdict(right)).toBe('genuine');
    const base64 = { ...settings, signatureAlgorithm: 'sha512', signatureEncoding: 'base64', signaturePrefix: '' };
    const given = signature({ algorithm: 'sha512', encoding: 'base64', secret: SECRET }, BODY);
    expect(verdict(given, BODY, base64)).toBe('genuine');
  });

  it('is required in addition to the secret header when both are set', () => {
    const both = { ...settings, secretHeader: 'X-Secret' };
    const call = (headers: Record<string, string>) => webhook.verify(aCall(BODY, headers), both, 0);
    expect(call({ 'x-secret': SECRET, 'x-hub-signature-256': right })).toBe('genuine');
    expect(call({ 'x-secret': SECRET })).toEqual({ forged: expect.any(String) });
    expect(call({ 'x-hub-signature-256': right })).toEqual({ forged: expect.any(String) });
  });

  it.each<[string, string | undefined, string?]>([
    ['no header', undefined],
    ['an empty header', ''],
    ['the prefix alone', 'sha256='],
    ['no prefix', right.slice(7)],
    ['another prefix', right.replace('sha256', 'sha1')],
    ['another secret', sign(BODY, 'another secret of letters')],
    ['a truncated signature', right.slice(0, -2)],
    ['an extended signature', `${right}00`],
    ['a changed body', right, BODY.replace('u-1', 'u-2')],
    ['the same JSON with other white space', right, BODY.replace(':', ': ')],
    ['an empty body', right, ''],
  ])('is refused: %s', (_, ...given) => {
    expect(verdict(...given)).toEqual({ forged: expect.any(String) });
  });

  it.each([
    ['a secret without a header', { secret: SECRET }],
    ['a header without a secret', { secretHeader: 'X-Secret' }],
    ['a short secret', { secretHeader: 'X-Secret', secret: 'short' }],
    ['an invalid header name', { secretHeader: 'X Secret:', secret: SECRET }],
    ['an empty mapping', { mapping: '' }],
    ['a mapping that is too long', { mapping: 'x'.repeat(20_001) }],
    ['an invalid path', { eventId: 'a..b' }],
  ])('refuses settings with %s', (_, given) => {
    expect(webhook.settings.safeParse({ mapping: '{}', ...given }).success).toBe(false);
  });
});
