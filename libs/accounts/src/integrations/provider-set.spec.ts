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
  is_failing: false,
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
  it('are the service’s own when none is connected', () => {
    expect(aSet([]).email('transactional')).toEqual([null]);
    expect(aSet([anSmsRow('twilio', 'DUNDUN')]).email('marketing')).toEqual([null]);
    expect(aSet([]).hasEmail).toBe(false);
  });

  it('are every connected one by age, and then never the service’s own', () => {
    const set = aSet([aRow('a'), anSmsRow('twilio', 'DUNDUN'), aRow('b')]);
    expect(idsOf(set.email('transactional'))).toEqual(['a', 'b']);
    expect(set.hasEmail).toBe(true);
  });

  it('are those of the purpose, in the order that was set, with the service’s own where it was put', () => {
    const set = aSet([aRow('a'), aRow('b')], route('email', 'marketing', 'b', null, 'a'));
    expect(idsOf(set.email('marketing'))).toEqual(['b', null, 'a']);
    expect(idsOf(set.email('transactional'))).toEqual(['a', 'b']);
  });

  it('leave out what is not connected any more, and follow the default when none is left', () => {
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

  it('comes first, and once, with the route’s others behind it', () => {
    expect(idsOf(set.email('transactional', 'b'))).toEqual(['b', 'a', null]);
    expect(idsOf(set.email('marketing', 'b'))).toEqual(['b', 'a', 'c']);
    expect(idsOf(set.email('transactional', 'a'))).toEqual(['a', null]);
  });

  it.each([
    ['none', null],
    ['one that is gone', 'gone'],
    ['one for SMS', 'twilio'],
  ])('changes nothing when it is %s', (_, first) => {
    expect(idsOf(set.email('transactional', first))).toEqual(['a', null]);
  });
});

describe('the providers of an SMS', () => {
  const rows = [anSmsRow('twilio', 'DUNDUN', 'SHOP'), anSmsRow('termii', 'DUNDUN'), anSmsRow('hollatags', 'SHOP')];

  it('are the source that was named and no other', () => {
    expect(idsOf(aSet(rows).smsPath('twilio', 'DUNDUN'))).toEqual(['twilio']);
  });

  it('go on to what was mapped for it where the sender ID exists there', () => {
    const set = aSet(rows, route('sms', 'twilio', 'hollatags', 'termii'));
    expect(idsOf(set.smsPath('twilio', 'DUNDUN'))).toEqual(['twilio', 'termii']);
    expect(idsOf(set.smsPath('twilio', 'SHOP'))).toEqual(['twilio', 'hollatags']);
    expect(idsOf(set.smsPath('termii', 'DUNDUN'))).toEqual(['termii']);
  });

  it('are the mapped ones when the source was disconnected, and each once', () => {
    const set = aSet(rows.slice(1), route('sms', 'twilio', 'termii', 'termii'));
    expect(idsOf(set.smsPath('twilio', 'DUNDUN'))).toEqual(['termii']);
  });
});

describe('whether an email may leave through a provider', () => {
  const stop = (over: Partial<IntegrationRow>) => aSet([aRow('a', over)]).email('transactional')[0]!;
  const told = stop({ domains: ['example.com'] });
  const silent = stop({});
  const server = stop({ provider: 'smtp', domains: ['example.com'] });

  it.each([
    ['the service’s own, with a domain connected here', null, 'ada@here.test', true, true],
    ['the service’s own, without', null, 'ada@here.test', false, false],
    ['a domain of the account', told, 'ada@example.com', false, true],
    ['a domain under one of the account', told, 'ada@mail.example.com', false, true],
    ['a domain that only ends alike', told, 'ada@notexample.com', false, false],
    ['another domain than those that the provider told', told, 'ada@here.test', true, false],
    ['a provider that does not tell, with a domain connected here', silent, 'ada@here.test', true, true],
    ['a provider that does not tell, without', silent, 'ada@here.test', false, false],
    ['a server and a domain typed in', server, 'ada@example.com', false, true],
    ['a server and a domain connected here', server, 'ada@here.test', true, true],
    ['a server and neither', server, 'ada@else.test', false, false],
  ])('%s', (_, through, from, isConnected, expected) => {
    expect(mayCarry(through, from, isConnected)).toBe(expected);
  });
});

describe('the settings of an account', () => {
  it('are opened when they are asked for, and not before', () => {
    const sealed_settings = seal.seal(JSON.stringify({ token: 'secret' }));
    const set = aSet([aRow('a', { settings: { region: 'eu' }, sealed_settings }), aRow('b', { sealed_settings: 'x' })]);
    expect(set.find('a')?.settings).toEqual({ region: 'eu', token: 'secret' });
    expect(() => set.find('b')?.settings).toThrow();
  });
});
