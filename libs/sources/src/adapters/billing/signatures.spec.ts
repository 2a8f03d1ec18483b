import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing-adapters.js';
import { adapterOf, NOW, SECONDS, settingsOf, type TestSender, testSenders } from './testing-senders.js';

const SECRET = 'whsec_one workspace';
const FOREIGN = 'whsec_another workspace';
const cases = testSenders.map((sender) => [sender.name, sender] as const);
const timed = testSenders.filter(({ isTimed }) => isTimed).map((sender) => [sender.name, sender] as const);
const hex = testSenders.filter(({ isHex }) => isHex).map((sender) => [sender.name, sender] as const);

const textOf = ({ payload }: TestSender) => JSON.stringify(payload, null, 2);

function verdict(sender: TestSender, header: string | undefined, text = textOf(sender), now = NOW) {
  const headers = header === undefined ? {} : { [sender.header]: header };
  return adapterOf(sender).verify(aCall(text, headers), settingsOf(sender, SECRET), now);
}

const right = (sender: TestSender, seconds = SECONDS) => sender.sign(textOf(sender), SECRET, seconds);
const refused = { forged: expect.any(String) as unknown as string };

/** Returns the last signature of a header. */
const signatureOf = (header: string) => /[0-9a-zA-Z+/]+=*$/.exec(header)?.[0] ?? '';

describe.each(cases)('%s', (_, sender) => {
  it('accepts a right signature', () => expect(verdict(sender, right(sender))).toBe('genuine'));

  it('accepts a body beyond ASCII', () => {
    const text = '{"name":"Zoë 🥁"}';
    expect(verdict(sender, sender.sign(text, SECRET, SECONDS), text)).toBe('genuine');
  });

  it.each<[string, (header: string) => string | undefined]>([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['a header of separators', () => '=,=;=:;,'],
    ['no signature', (header) => header.slice(0, -signatureOf(header).length)],
    ['a truncated signature', (header) => header.slice(0, -4)],
    ['an extended signature', (header) => `${header}00`],
    [
      'another signature of the same length',
      (header) => header.replace(signatureOf(header), (one) => [...one].reverse().join('')),
    ],
    [
      'the signature without its scheme',
      (header) => (header.includes('=') && sender.isHex ? signatureOf(header) : 'v1'),
    ],
    ['the secret itself', () => SECRET],
  ])('refuses %s', (_, forge) => expect(verdict(sender, forge(right(sender)))).toEqual(refused));

  it('refuses a signature with another secret', () => {
    expect(verdict(sender, sender.sign(textOf(sender), FOREIGN, SECONDS))).toEqual(refused);
  });

  it('refuses a body with one changed byte', () => {
    expect(verdict(sender, right(sender), textOf(sender).replace('1', '2'))).toEqual(refused);
  });

  it('refuses the same JSON with other white space', () => {
    expect(verdict(sender, right(sender), JSON.stringify(sender.payload))).toEqual(refused);
  });

  it('refuses an empty body with the signature of another', () =>
    expect(verdict(sender, right(sender), '')).toEqual(refused));

  it.each(testSenders.filter(({ name }) => name !== sender.name).map((other) => [other.name, other] as const))(
    'refuses the signature of %s',
    (_, other) => {
      // Some senders use the same scheme under another header.
      const isSame = other.sign('x', 'y', 1) === sender.sign('x', 'y', 1);
      const header = other.sign(textOf(sender), SECRET, SECONDS);
      const isPaystack = other.kind === 'paystack' && sender.kind === 'paystack';
      expect(verdict(sender, header)).toEqual(isSame || isPaystack ? 'genuine' : refused);
    },
  );
});

it.each(hex)('refuses upper-case hex of %s', (_, sender) => {
  const header = right(sender).replace(/[0-9a-f]{64,}$/, (digits) => digits.toUpperCase());
  expect(verdict(sender, header)).toEqual(refused);
});

describe.each(timed)('the timestamp of %s', (_, sender) => {
  it.each([0, 1, 299, 300, -1, -300])('can be %d seconds old', (age) => {
    expect(verdict(sender, right(sender, SECONDS - age))).toBe('genuine');
  });

  it.each([301, 3_600, SECONDS, -301, -86_400])('cannot be %d seconds old', (age) => {
    expect(verdict(sender, right(sender, SECONDS - age))).toEqual(refused);
  });

  it.each<[string, (header: string) => string]>([
    ['another', (header) => header.replace(`${SECONDS}`, `${SECONDS + 1}`)],
    ['no timestamp', (header) => header.replace(/^[^,;]*[,;]/, '')],
    ['two timestamps', (header) => header.replace(/^([^,;]*)([,;])/, '$1$2$1$2')],
    ['an empty timestamp', (header) => header.replace(`${SECONDS}`, '')],
    ['a signed number', (header) => header.replace(`${SECONDS}`, `+${SECONDS}`)],
  ])('cannot be replaced by %s', (_, forge) => {
    expect(verdict(sender, forge(right(sender)))).toEqual(refused);
  });

  it('cannot be text, even if it is signed', () => {
    const header = sender.sign(textOf(sender), SECRET, `${SECONDS}e0` as never);
    expect(verdict(sender, header)).toEqual(refused);
  });

  it('can carry two signatures of which one is right', () => {
    const [, separator = '', name = ''] = /([,;])([^=]*=)/.exec(right(sender)) ?? [];
    const wrong = sender.sign(textOf(sender), FOREIGN, SECONDS).slice(`t=${SECONDS}`.length);
    const two = `${right(sender)}${separator}${name}${signatureOf(wrong)}`;
    const reversed = right(sender).replace(separator, `${separator}${name}${signatureOf(wrong)}${separator}`);
    expect([verdict(sender, two), verdict(sender, reversed)]).toEqual(['genuine', 'genuine']);
  });
});

describe('the secret hash of Flutterwave 3', () => {
  const sender = testSenders.find(({ name }) => name === 'Flutterwave 4') as TestSender;
  const verify = (headers: Record<string, string>) =>
    adapterOf(sender).verify(aCall(textOf(sender), headers), settingsOf(sender, SECRET), NOW);

  it('is accepted', () => expect(verify({ 'verif-hash': SECRET })).toBe('genuine'));
  it.each(['', FOREIGN, SECRET.slice(1), SECRET.toUpperCase(), `${SECRET}x`, 'undefined', 'null'])(
    'is refused as %j',
    (hash) => {
      expect(verify({ 'verif-hash': hash })).toEqual(refused);
    },
  );
  it('does not make up for a wrong signature', () => {
    expect(verify({ 'verif-hash': SECRET, 'flutterwave-signature': 'AAAA' })).toEqual(refused);
  });
});

it.each(cases)('%s cannot be connected without a secret', (_, sender) => {
  const { settings, secretFields } = adapterOf(sender);
  expect(secretFields).toEqual([sender.secretName]);
  for (const secret of [undefined, null, '', '  ', 5]) {
    expect(settings.safeParse({ [sender.secretName]: secret }).success).toBe(false);
  }
});
