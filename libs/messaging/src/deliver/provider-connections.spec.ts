import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { emailProviders } from '@dundun/providers';
import { aMail, startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { until } from '@dundun/testing';
import { ProviderConnections } from './provider-connections.service.js';

const ONE = { maxConnections: 1 };

describe('the adapter of an account', () => {
  const forget = jest.fn();
  let sink: SmtpSink;
  let connections: ProviderConnections;
  const adapter = (version: string) =>
    connections.of({ id: 'shop', version }, () => emailProviders.smtp.create(sink.url, ONE));
  const burst = (count: number) => Array.from({ length: count }, () => aMail());

  beforeEach(async () => {
    sink = await startSmtpSink();
    forget.mockClear();
    connections = new ProviderConnections({ forget });
  });
  afterEach(async () => {
    await connections.onApplicationShutdown();
    await sink.close();
  });

  it('stays until the account is edited, which closes its circuit', () => {
    const first = adapter('1');
    expect(adapter('1')).toBe(first);
    expect(adapter('2')).not.toBe(first);
    expect(forget.mock.calls).toEqual([['shop'], ['shop']]);
  });

  it('makes the calls that wait when the account is edited, and those that were prepared with it', async () => {
    sink.script({ stage: 'dot', act: { delayMs: 50 }, times: 2 });
    const before = adapter('1');
    const waiting = burst(5).map((mail) => before.send(mail));
    await adapter('2').send(aMail());
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ kind: 'accepted' });
    await until('the connection of the old adapter is closed', () => sink.connections.open === 1);
    expect(await before.send(aMail())).toMatchObject({ kind: 'accepted' });
    await until('its last connection is closed as well', () => sink.connections.open === 1);
    expect(sink.taken).toBe(7);
  });

  it('refuses the calls that wait when the worker ends, before and after an edit', async () => {
    sink.script({ stage: 'dot', act: { delayMs: 1_000 }, times: 2 });
    const two = (version: string) => burst(2).map((mail) => adapter(version).send(mail));
    const before = two('1');
    await until('the first adapter is at work', () => sink.connections.open === 1);
    const calls = [before, two('2')];
    await until('both are at work', () => sink.connections.open === 2);
    await connections.onApplicationShutdown();
    for (const [running, waiting] of await Promise.all(calls.map((each) => Promise.all(each)))) {
      expect(running).toMatchObject({ kind: 'accepted' });
      expect(waiting).toMatchObject({ kind: 'not_sent', code: 'ECLOSED' });
    }
    await until('no connection is left', () => sink.connections.open === 0);
  });
});
