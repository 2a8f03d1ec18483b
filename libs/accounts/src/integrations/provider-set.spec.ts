import { describe, expect, it } from '@jest/globals';
import { Seal } from '@dundun/platform/config';
import { mayCarry, ProviderSet, type IntegrationRow, type ProviderAccount, type RouteRow } from './provider-set.js';

const seal = new Seal(['ab'.repeat(32)]);

const aRow = (id: string, over: Partial<IntegrationRow> = {}): IntegrationRow => ({
  id,
  channel: 'email',
  provider: 'postmark',
  source: null,
  endpoint: null,
  settings: {},
  sealed_settings: null,
  sender_ids: [],
  domains: [],
  rate_limit: null,
  health: 'fine' as const,
  version: '1',
  ...over,
});
const anSmsRow = (source: 'twilio' | 'termii' | 'hollatags', ...sender_ids: string[]) =>
  aRow(source, { channel: 'sms', provider: source, source, sender_ids });
const aSet = (rows: IntegrationRow[], routes: RouteRow[] = []) => new ProviderSet(rows, routes, seal);
const route = (channel: 'email' | 'sms', path: string, ...ids: (string | null)[]): RouteRow[] =>
  ids.map((integration_id) => ({ channel, path, integration_id }));
const idsOf = (stops: (ProviderAccount | null)[]) => stops.map((stop) => stop?.id ?? null);

describe('the providers of an email', () => {
  it('default to the service’s own when none is connected', () => {
    expect(aSet([]).email('transactional')).toEqual([null]);
    expect(aSet([anSmsRow('twilio', 'DUNDUN')]).email('marketing')).toEqual([null]);
    expect(aSet([]).hasEmail).toBe(false);
  });

  it('default to all connected ones by age, without the service’s own', () => {
    const set = aSet([aRow('a'), anSmsRow('twilio', 'DUNDUN'), aRow('b')]);
    expect(idsOf(set.email('transactional'))).toEqual(['a', 'b']);
    expect(set.hasEmail).toBe(true);
  });

  it('follow the route of the purpose, including the service’s own', () => {
    const set = aSet([aRow('a'), aRow('b')], route('email', 'marketing', 'b', null, 'a'));
    expect(idsOf(set.email('marketing'))).toEqual(['b', null, 'a']);
    expect(idsOf(set.email('transactional'))).toEqual(['a', 'b']);
  });

  it('omit disconnected ones, and default when none is left', () => {
    const set = aSet(
      [aRow('a'), aRow('b')],
      [...route('email', 'marketing', 'gone', 'b'), ...route('email', 'transactional', 'gone')],
    );
    expect(idsOf(set.email('marketing'))).toEqual(['b']);
    expect(idsOf(set.email('transactional'))).toEqual(['a', 'b']);
  });
});

describe('the provider that a sending profile names', () => {
  const set = aSet(
    [aRow('a'), aRow('b'), aRow('c'), anSmsRow('twilio', 'DUNDUN')],
    route('email', 'transactional', 'a', null),
  );

  it('comes first and once, before the rest of the route', () => {
    expect(idsOf(set.email('transactional', 'b'))).toEqual(['b', 'a', null]);
    expect(idsOf(set.email('marketing', 'b'))).toEqual(['b', 'a', 'c']);
    expect(idsOf(set.email('transactional', 'a'))).toEqual(['a', null]);
  });

  it.each([
    ['not set', null],
    ['disconnected', 'gone'],
    ['for SMS', 'twilio'],
  ])('is ignored when it is %s', (_, first) => {
    expect(idsOf(set.email('transactional', first))).toEqual(['a', null]);
  });
});

describe('the providers of an SMS', () => {
  const rows = [anSmsRow('twilio', 'DUNDUN', 'SHOP'), anSmsRow('termii', 'DUNDUN'), anSmsRow('hollatags', 'SHOP')];

  it('default to the named source only', () => {
    expect(idsOf(aSet(rows).smsPath('twilio', 'DUNDUN'))).toEqual(['twilio']);
  });

  it('continue with the fallbacks that have the sender ID', () => {
    const set = aSet(rows, route('sms', 'twilio', 'hollatags', 'termii'));
    expect(idsOf(set.smsPath('twilio', 'DUNDUN'))).toEqual(['twilio', 'termii']);
    expect(idsOf(set.smsPath('twilio', 'SHOP'))).toEqual(['twilio', 'hollatags']);
    expect(idsOf(set.smsPath('termii', 'DUNDUN'))).toEqual(['termii']);
  });

  it('are, without a source, the oldest one that has the sender ID, or has one', () => {
    const set = aSet([aRow('a'), anSmsRow('termii'), ...rows]);
    expect(set.smsSender('SHOP')).toEqual({ source: 'twilio', from: 'SHOP' });
    expect(set.smsSender()).toEqual({ source: 'twilio', from: 'DUNDUN' });
    expect(set.smsSender('NOBODY')).toBeUndefined();
    expect(aSet([aRow('a')]).smsSender()).toBeUndefined();
  });

  it('are the fallbacks when the source is disconnected, each once', () => {
    const set = aSet(rows.slice(1), route('sms', 'twilio', 'termii', 'termii'));
    expect(idsOf(set.smsPath('twilio', 'DUNDUN'))).toEqual(['termii']);
  });
});

describe('mayCarry', () => {
  const stop = (over: Partial<IntegrationRow>) => aSet([aRow('a', over)]).email('transactional')[0]!;
  const told = stop({ domains: ['example.com'] });
  const silent = stop({});
  const server = stop({ provider: 'smtp', domains: ['example.com'] });

  it.each([
    ['the service’s own, with a connected domain', null, 'ada@here.test', true, true],
    ['the service’s own, without a connected domain', null, 'ada@here.test', false, false],
    ['a domain of the account', told, 'ada@example.com', false, true],
    ['a subdomain of the account’s domain', told, 'ada@mail.example.com', false, true],
    ['a domain with a similar ending', told, 'ada@notexample.com', false, false],
    ['a domain that the provider does not list', told, 'ada@here.test', true, false],
    ['a provider without a list, with a connected domain', silent, 'ada@here.test', true, true],
    ['a provider without a list, without a connected domain', silent, 'ada@here.test', false, false],
    ['an SMTP server with an entered domain', server, 'ada@example.com', false, true],
    ['an SMTP server with a connected domain', server, 'ada@here.test', true, true],
    ['an SMTP server with neither', server, 'ada@else.test', false, false],
  ])('%s', (_, through, from, isConnected, expected) => {
    expect(mayCarry(through, from, isConnected)).toBe(expected);
  });
});

describe('the settings of an account', () => {
  it('are decrypted on first access', () => {
    const sealed_settings = seal.seal(JSON.stringify({ token: 'secret' }));
    const set = aSet([aRow('a', { settings: { region: 'eu' }, sealed_settings }), aRow('b', { sealed_settings: 'x' })]);
    expect(set.find('a')?.settings).toEqual({ region: 'eu', token: 'secret' });
    expect(() => set.find('b')?.settings).toThrow();
  });
});
