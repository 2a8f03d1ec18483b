import { describe, expect, it } from '@jest/globals';
import { posthog } from './posthog.js';
import { rudderstack } from './rudderstack.js';
import { aCall, signature } from './testing-adapters.js';
import { webhook } from './webhook.js';

const SECRET = 'sixteen letters or more';
const BODY = '{"type":"track","messageId":"m-1","userId":"u-1","event":"Paid"}';

/** How each sender is told apart by a header with a secret. */
const SENDERS = {
  RudderStack: { adapter: rudderstack, settings: { header: 'X-Secret', secret: SECRET } },
  PostHog: { adapter: posthog, settings: { header: 'X-Secret', secret: SECRET } },
  'a JSON webhook': { adapter: webhook, settings: { mapping: '{}', secretHeader: 'X-Secret', secret: SECRET } },
};

describe.each(Object.entries(SENDERS))('the secret header of %s', (_, { adapter, settings }) => {
  const verdict = (headers: Record<string, string>) => adapter.verify(aCall(BODY, headers), settings, 0);

  it('is believed, alone and as a bearer token', () => {
    expect(verdict({ 'x-secret': SECRET })).toBe('genuine');
    expect(verdict({ 'x-secret': `Bearer ${SECRET}` })).toBe('genuine');
  });

  it.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['an empty header', { 'x-secret': '' }],
    ['a bearer token of nothing', { 'x-secret': 'Bearer ' }],
    ['another secret', { 'x-secret': 'another secret of letters' }],
    ['the secret cut short', { 'x-secret': SECRET.slice(0, -1) }],
    ['a prolonged secret', { 'x-secret': `${SECRET}x` }],
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

  it('is believed as it was agreed', () => {
    expect(verdict(right)).toBe('genuine');
    const base64 = { ...settings, signatureAlgorithm: 'sha512', signatureEncoding: 'base64', signaturePrefix: '' };
    const given = signature({ algorithm: 'sha512', encoding: 'base64', secret: SECRET }, BODY);
    expect(verdict(given, BODY, base64)).toBe('genuine');
  });

  it('is needed beside the secret header where both are asked for', () => {
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
    ['a signature cut short', right.slice(0, -2)],
    ['a prolonged signature', `${right}00`],
    ['a changed body', right, BODY.replace('u-1', 'u-2')],
    ['the same JSON written otherwise', right, BODY.replace(':', ': ')],
    ['an empty body', right, ''],
  ])('is refused: %s', (_, ...given) => {
    expect(verdict(...given)).toEqual({ forged: expect.any(String) });
  });

  it.each([
    ['a secret without a header', { secret: SECRET }],
    ['a header without a secret', { secretHeader: 'X-Secret' }],
    ['a short secret', { secretHeader: 'X-Secret', secret: 'short' }],
    ['a header that is none', { secretHeader: 'X Secret:', secret: SECRET }],
    ['an empty mapping', { mapping: '' }],
    ['an endless mapping', { mapping: 'x'.repeat(20_001) }],
    ['a path that is none', { eventId: 'a..b' }],
  ])('cannot be set up with %s', (_, given) => {
    expect(webhook.settings.safeParse({ mapping: '{}', ...given }).success).toBe(false);
  });
});
