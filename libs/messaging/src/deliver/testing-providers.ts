import { DkimKeys, Integrations, ProviderHooks, ProviderSets, SendingDomains } from '@dundun/accounts';
import { createLogger, Seal, type Config } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import { smsProviders, type ProviderOptions } from '@dundun/providers';
import { Inbox } from './inbox.repository.js';
import { Providers } from './providers.js';
import { ReturnPaths } from './return-paths.service.js';

/** The real thing, with what it is made of; adapters get these options. */
export function someProviders(database: Database, config: Config, options: ProviderOptions = {}) {
  const seal = new Seal([config.SECRET_KEY]);
  const sets = new ProviderSets(database, seal);
  const integrations = new Integrations(database, seal, sets);
  const domains = new SendingDomains(database);
  const providers = new Providers(
    config,
    database,
    sets,
    integrations,
    domains,
    new DkimKeys(database, seal),
    new ReturnPaths(config, domains, seal),
    new Inbox(database),
    new ProviderHooks(seal, config),
    ({ endpoint }) => ({ ...options, origin: endpoint ?? options.origin }),
    createLogger('test', 'silent'),
  );
  return { providers, integrations, domains, sets, seal };
}

/** A workspace's account at a fake Twilio. */
export const connectTwilio = (integrations: Integrations, workspaceId: number, settings: object) =>
  integrations.connect(workspaceId, smsProviders.twilio, settings, { senderIds: ['DUNDUN'] });
