import { beforeEach, describe, expect, it } from '@jest/globals';
import { SMS_SOURCES } from '@dundun/domain';
import { Seal, type Config } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import { basic, useDatabase } from '@dundun/testing';
import { accountsEntities } from './accounts.entities.js';
import { ApiKeys } from './credentials/api-keys.repository.js';
import { Bootstrap } from './bootstrap.service.js';
import { CredentialsAuthenticator } from './credentials-authenticator.service.js';
import { Integrations } from './integrations/integrations.service.js';
import { ProviderSets } from './integrations/provider-sets.repository.js';
import { Logins } from './logins/logins.repository.js';
import { Members } from './team/members.service.js';
import { SendingDomains } from './domains/sending-domains.repository.js';
import { Sessions } from './team/sessions.repository.js';
import { Workspaces } from './workspaces/workspaces.service.js';

const db = useDatabase(accountsEntities);

function parts(database: Database, given: Partial<Config> = {}) {
  const seal = new Seal([db.config.SECRET_KEY]);
  const sessions = new Sessions(database, seal);
  const made = {
    workspaces: new Workspaces(database),
    keys: new ApiKeys(database),
    members: new Members(database, sessions, new Logins(database)),
    domains: new SendingDomains(database),
    integrations: new Integrations(database, seal, new ProviderSets(database, seal)),
    authenticator: new CredentialsAuthenticator(new ApiKeys(database), sessions),
  };
  const config = { ...db.config, ...given };
  const bootstrap = new Bootstrap(
    config,
    database,
    made.workspaces,
    made.keys,
    made.members,
    made.domains,
    made.integrations,
  );
  return { ...made, bootstrap };
}

describe('an empty database', () => {
  beforeEach(async () => {
    await db.database.execute('TRUNCATE workspaces RESTART IDENTITY CASCADE');
  });

  it('gets a workspace from the environment, whose secrets are not returned', async () => {
    const given = {
      BOOTSTRAP_API_KEY: 'any key',
      BOOTSTRAP_API_SECRET: 'any:secret',
      BOOTSTRAP_BROWSER_KEY: 'any browser key',
      BOOTSTRAP_EMAIL: 'owner@example.com',
      BOOTSTRAP_PASSWORD: 'correct horse',
      BOOTSTRAP_DOMAIN: 'Example.com',
      BOOTSTRAP_PLAN: 'free' as const,
    };
    const { bootstrap, authenticator, members, domains, integrations } = parts(db.database, given);
    const made = await bootstrap.run();
    expect(made).toEqual({
      workspaceId: 1,
      key: 'any key',
      browserKey: 'any browser key',
      email: 'owner@example.com',
      domain: 'example.com',
    });
    expect(await authenticator.authenticate(basic('any browser key', ''), undefined)).toMatchObject({
      workspaceId: 1,
      level: 'key',
      kind: 'browser',
    });
    expect(await authenticator.authenticate(basic('any key', 'any:secret'), undefined)).toMatchObject({
      workspaceId: 1,
      plan: 'free',
      level: 'full',
    });
    expect(await members.verify(await members.login('owner@example.com'), 'correct horse')).toMatchObject({
      email: 'owner@example.com',
    });
    expect(await domains.connected(1)).toEqual(['example.com']);
    for (const source of SMS_SOURCES) {
      expect(await integrations.smsBySource(1, source)).toMatchObject({
        provider: 'inbox',
        settings: {},
        senderIds: ['DUNDUN'],
      });
    }
  });

  it('gets generated credentials, which are returned once', async () => {
    const { bootstrap, authenticator, members } = parts(db.database, { BOOTSTRAP_PLAN: 'unlimited' });
    const made = await bootstrap.run();
    expect(made).toMatchObject({
      key: expect.stringMatching(/^dk_/),
      secret: expect.stringMatching(/^ds_/),
      browserKey: expect.stringMatching(/^dk_/),
    });
    expect(await authenticator.authenticate(basic(made?.key ?? '', made?.secret), undefined)).toMatchObject({
      plan: 'unlimited',
      level: 'full',
    });
    const login = await members.login(made?.email ?? '');
    expect(await members.verify(login, made?.password ?? '')).toMatchObject({ email: made?.email });
    expect(await bootstrap.run()).toBeNull();
  });

  it('gets no built-in SMS integration when mail is sent for real', async () => {
    const { bootstrap, integrations } = parts(db.database, { SMTP_URL: 'smtp://127.0.0.1:25', EMBEDDED: undefined });
    await bootstrap.run();
    expect(await integrations.list(1)).toEqual([]);
  });

  it('gets one workspace from two concurrent starts', async () => {
    const all = [db.database, await db.another(), await db.another()].map((database) =>
      parts(database).bootstrap.run(),
    );
    expect((await Promise.all(all)).filter((made) => made !== null)).toHaveLength(1);
    expect(await parts(db.database).workspaces.list()).toHaveLength(1);
  });

  it('stays empty when a part fails', async () => {
    const { bootstrap, workspaces } = parts(db.database, { BOOTSTRAP_DOMAIN: 'a-.example' });
    await expect(bootstrap.run()).rejects.toThrow('domain must be a domain name.');
    expect(await workspaces.list()).toEqual([]);
  });
});
