import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InvalidInputError, type JsonObject } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { startFakePostmark, startSmtpSink, type FakePostmark, type SmtpSink } from '@dundun/providers/testing';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { IntegrationSetup } from './integration-setup.service.js';
import { CANNOT_OPEN, Integrations } from './integrations.service.js';
import { ProviderSets } from './provider-sets.repository.js';

const LOGIN = { user: 'ada', pass: 'canary-4711' };

describe('changing an integration', () => {
  const db = useDatabase(accountsEntities);
  let [postmark, other]: [FakePostmark, FakePostmark] = [] as never;
  let [mine, theirs]: [SmtpSink, SmtpSink] = [] as never;
  let setup: IntegrationSetup;
  let workspace: number;

  const withKey = (key: string) => {
    const seal = new Seal([key]);
    const integrations = new Integrations(db.database, seal, new ProviderSets(db.database, seal));
    return new IntegrationSetup(integrations, ({ endpoint }) => ({ origin: endpoint ?? undefined, timeoutMs: 10_000 }));
  };
  beforeAll(async () => {
    [postmark, other] = [await startFakePostmark(), await startFakePostmark()];
    [mine, theirs] = [await startSmtpSink({ auth: LOGIN }), await startSmtpSink({ auth: LOGIN })];
    setup = withKey('ab'.repeat(32));
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });
  afterAll(() => Promise.all([postmark, other, mine, theirs].map((fake) => fake.close())));

  const connect = () => {
    const settings = postmark.settings as unknown as JsonObject;
    return setup.connect(workspace, { provider: 'postmark', settings, endpoint: postmark.origin });
  };
  const connectSmtp = () => {
    const settings = { host: '127.0.0.1', port: mine.port, ...LOGIN };
    return setup.connect(workspace, { provider: 'smtp', settings });
  };
  /** Returns the fields that a refusal names. */
  const fieldsOf = async (change: Promise<unknown>) => {
    const error = await change.then(() => undefined, (thrown: unknown) => thrown); // prettier-ignore
    expect(error).toBeInstanceOf(InvalidInputError);
    return ((error as InvalidInputError).fields ?? []).map(({ field }) => field);
  };

  it('requires the secrets again with another endpoint', async () => {
    const { id } = await connect();
    const change = setup.change(workspace, id, undefined, { endpoint: other.origin });
    expect(await fieldsOf(change)).toEqual(['settings.serverToken', 'settings.webhookPassword']);
    expect(await setup.test(workspace, id)).toEqual({ ok: true });
    const settings = postmark.settings as unknown as JsonObject;
    expect(await setup.change(workspace, id, settings, { endpoint: other.origin })).toMatchObject({ endpoint: other.origin }); // prettier-ignore
  });

  it.each(['/a/b', '/a/../b', '?x=1', '/?', '/#', '#f'])(
    'refuses an endpoint with %s after the origin',
    async (rest) => {
      const settings = postmark.settings as unknown as JsonObject;
      const fields = { settings, endpoint: `${postmark.origin}${rest}` };
      expect(await fieldsOf(setup.connect(workspace, { provider: 'postmark', ...fields }))).toEqual(['endpoint']);
      const { id } = await connect();
      expect(await fieldsOf(setup.change(workspace, id, settings, fields))).toEqual(['endpoint']);
      expect(await setup.change(workspace, id, settings, { endpoint: `${other.origin}/` })).toMatchObject({ id });
    },
  );

  it('refuses an endpoint with user name or password, which would be stored in plain text', async () => {
    const settings = postmark.settings as unknown as JsonObject;
    for (const login of ['ada@', 'ada:s3cret@', ':s3cret@']) {
      const endpoint = postmark.origin.replace('//', `//${login}`);
      expect(await fieldsOf(setup.connect(workspace, { provider: 'postmark', settings, endpoint }))).toEqual([
        'endpoint',
      ]);
      const { id } = await connect();
      expect(await fieldsOf(setup.change(workspace, id, settings, { endpoint }))).toEqual(['endpoint']);
    }
  });

  it.each<[JsonObject, string]>([
    [{}, 'settings.host is not accepted: The host is missing.'],
    [
      { host: 'mail.example.com', port: true },
      'settings.port is not accepted: The port must be a whole number from 1 to 65535.',
    ],
    [{ url: 'http://me:s3cret@x' }, 'settings.url is not accepted: The URL must begin with smtp:// or smtps://.'],
    [{ url: 'smtp://a', host: 'b' }, 'settings.host is not accepted: Already part of the URL.'],
  ])('explains what is wrong with the SMTP settings %j', async (settings, sentence) => {
    await expect(setup.connect(workspace, { provider: 'smtp', settings })).rejects.toThrow(sentence);
  });

  it('does not require the secrets with the same endpoint', async () => {
    const { id } = await connect();
    await expect(setup.change(workspace, id, undefined, { endpoint: postmark.origin, name: 'Main' })).resolves.toMatchObject({ name: 'Main' }); // prettier-ignore
  });

  it.each([
    ['host', { host: 'localhost' }],
    ['port', {}],
  ])('requires the password again with another %s of an SMTP server', async (_, changes) => {
    const { id } = await connectSmtp();
    const address = { port: theirs.port, ...changes };
    expect(await fieldsOf(setup.change(workspace, id, address, {}))).toEqual(['settings.pass']);
    expect(theirs.connections.total).toBe(0);
  });

  it('requires the password again for weaker protection in transit, not for stronger', async () => {
    const { id } = await connectSmtp();
    expect(await fieldsOf(setup.change(workspace, id, { tls: 'none' }, {}))).toEqual(['settings.pass']);
    await setup.change(workspace, id, { tls: 'none', pass: LOGIN.pass }, {});
    await expect(setup.change(workspace, id, { tls: 'auto' }, {})).resolves.toMatchObject({ id });
  });

  it('accepts a password alone, the same address again, and both together', async () => {
    const { id } = await connectSmtp();
    const { pass } = LOGIN;
    for (const settings of [
      { pass },
      { host: '127.0.0.1', tls: 'auto' },
      { tls: 'none', pass },
      { port: theirs.port, pass },
    ])
      await expect(setup.change(workspace, id, settings, {})).resolves.toMatchObject({ id });
    expect(theirs.connections.total).toBe(1);
  });

  it('reports secrets that cannot be decrypted and accepts new ones', async () => {
    const { id } = await connect();
    const later = withKey('cd'.repeat(32));
    expect(await later.test(workspace, id)).toEqual({ ok: false, detail: CANNOT_OPEN });
    expect(await fieldsOf(later.change(workspace, id, { messageStream: 'outbound' }, {}))).toContain('settings.serverToken'); // prettier-ignore
    const settings = postmark.settings as unknown as JsonObject;
    expect(await later.change(workspace, id, settings, {})).toMatchObject({ failure: null });
    expect(await later.test(workspace, id)).toEqual({ ok: true });
  });
});
