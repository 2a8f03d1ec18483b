import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { aMail, startFakeTokens, startSmtpSink, type FakeTokens } from '../../testing/index.js';
import { atTheEnd, closeAll, provider } from '../testing.js';
import { OauthTokens } from './oauth-tokens.js';
import { smtp } from './smtp.js';
import { oauthOf, smtpSettings } from './smtp-settings.js';

afterEach(closeAll);

const USER = 'shop@sender.test';

/** Starts a token server, a mail server that takes its tokens, and an adapter. */
async function started(given: (tokens: FakeTokens) => object = ({ settings }) => settings, own = {}) {
  const tokens = atTheEnd(await startFakeTokens());
  const sink = atTheEnd(await startSmtpSink({ oauth: { user: USER, isValid: tokens.isValid } }));
  const settings = { host: '127.0.0.1', port: sink.port, user: USER, ...given(tokens) };
  return { tokens, sink, email: provider(settings, own) };
}

const refreshing = ({ settings, refreshToken }: FakeTokens) => ({ ...settings, refreshToken });

describe('SMTP with OAuth 2', () => {
  it('logs in with client credentials, and gets one token for many mails and connections', async () => {
    const { tokens, sink, email } = await started();
    const all = await Promise.all(Array.from({ length: 12 }, () => email.send(aMail())));
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
    expect(sink.taken).toBe(12);
    expect(tokens.calls).toEqual([
      {
        grant_type: 'client_credentials',
        client_id: tokens.settings.clientId,
        client_secret: tokens.settings.clientSecret,
        scope: tokens.settings.scope,
      },
    ]);
    expect(await email.verify()).toEqual({ ok: true });
  });

  it('logs in with a refresh token, and goes on with the next one that the server returns', async () => {
    const { tokens, email } = await started(refreshing, { maxMessages: 1 });
    tokens.lifetime = 0;
    for (let count = 0; count < 3; count++) expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
    const sent = tokens.calls.map(({ grant_type, refresh_token }) => [grant_type, refresh_token]);
    expect(sent).toEqual([
      ['refresh_token', tokens.refreshToken],
      ['refresh_token', `${tokens.refreshToken}-1`],
      ['refresh_token', `${tokens.refreshToken}-2`],
    ]);
  });

  it('discards a token that the mail server refuses', async () => {
    const { tokens, email } = await started(undefined, { maxMessages: 1 });
    expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
    tokens.revoke();
    const outcome = await email.send(aMail());
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'provider', code: '5.7.3' });
    expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(tokens.calls).toHaveLength(2);
  });

  it.each([
    [{ clientSecret: 'wrong~secret' }, 'invalid_client: AADSTS7000215'],
    [{ refreshToken: 'expired' }, 'invalid_grant: AADSTS70008'],
    [{ scope: 'another' }, 'invalid_scope'],
  ])('blames the account for %j, and repeats no secret', async (wrong, words) => {
    const { sink, email } = await started(({ settings }) => ({ ...settings, ...wrong }));
    const outcome = await email.send(aMail());
    expect(outcome).toMatchObject({ kind: 'not_sent', fault: 'provider', detail: expect.stringContaining(words) });
    expect(await email.verify()).toEqual({ ok: false, detail: expect.stringContaining(words) });
    expect(JSON.stringify(outcome)).not.toMatch(/wrong~secret|fake~client~secret/);
    expect(sink.connections.total).toBe(0);
  });

  it.each([429, 500, 503])('does not blame the account for a token server that answers %i', async (status) => {
    const { tokens, email } = await started();
    tokens.fault = status;
    expect(await email.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing' });
    tokens.fault = undefined;
    expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
  });

  it('does not blame the account for a token server that hangs', async () => {
    const { tokens, email } = await started(undefined, { timeoutMs: 1_000 });
    tokens.fault = 'silence';
    expect(await email.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing', code: 'ETIMEDOUT' });
  });

  it('does not blame the account for a token server that is down', async () => {
    const { tokens, email } = await started();
    await tokens.close();
    expect(await email.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'passing', code: 'ECONNREFUSED' });
  });

  it('never calls a token server that the guard refuses', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('not allowed'), { code: 'forbidden_address' }));
    const { tokens, email } = await started(undefined, { resolve });
    expect(await email.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'provider' });
    expect(tokens.calls).toEqual([]);
  });

  it('writes neither tokens nor secrets anywhere', async () => {
    const written: unknown[] = [];
    const keep = (...parts: unknown[]) => (written.push(parts), true);
    const spies = [
      jest.spyOn(process.stdout, 'write').mockImplementation(keep as never),
      jest.spyOn(process.stderr, 'write').mockImplementation(keep as never),
    ];
    const { tokens, email } = await started(refreshing, { maxMessages: 1 });
    const outcomes = [await email.send(aMail())];
    tokens.revoke();
    outcomes.push(await email.send(aMail()));
    for (const spy of spies) spy.mockRestore();
    expect(JSON.stringify([written.map(String), outcomes])).not.toMatch(/token-|refresh-|fake~client/);
  });
});

describe('the token of an account', () => {
  it('is renewed a minute before its end', async () => {
    const tokens = atTheEnd(await startFakeTokens());
    let now = 0;
    const settings = smtpSettings.parse({ ...tokens.settings, user: USER });
    const known = atTheEnd(new OauthTokens(oauthOf(settings)!, {}, () => now));
    const first = await known.token();
    now = 3_538_999;
    expect(await known.token()).toBe(first);
    now = 3_539_000;
    expect(await known.token()).not.toBe(first);
    known.forget(first);
    await known.token();
    expect(tokens.calls).toHaveLength(2);
  });
});

describe('settings with OAuth 2', () => {
  const good = {
    tokenUrl: 'https://login.microsoftonline.com/t/oauth2/v2.0/token',
    clientId: 'c',
    clientSecret: 's',
    user: USER,
  };
  it('have the server and the scope of Microsoft 365 unless others are given', () => {
    expect(smtpSettings.parse(good)).toEqual({
      ...good,
      host: 'smtp.office365.com',
      port: 587,
      secure: false,
      tls: 'auto',
      scope: 'https://outlook.office365.com/.default',
    });
    expect(smtp.secretFields).toEqual(expect.arrayContaining(['clientSecret', 'refreshToken']));
    expect(smtp.addressFields).toContain('tokenUrl');
  });

  it.each([
    { tokenUrl: 'http://login.example.com/token' },
    { tokenUrl: 'https://me:x@login.example.com/token' },
    { tokenUrl: 'login.example.com' },
    { clientId: ' ' },
    { clientSecret: undefined },
    { clientSecret: '' },
    { user: undefined },
    { scope: '' },
  ])('are refused with %j', (given) => {
    expect(smtpSettings.safeParse({ ...good, ...given }).success).toBe(false);
  });
});
