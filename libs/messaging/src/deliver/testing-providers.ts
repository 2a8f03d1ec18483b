import { DkimKeys, Integrations, ProviderHooks, ProviderSets, SendingDomains, WarmUps } from '@dundun/accounts';
import { createLogger, Seal, type Config } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import { smsProviders, type ProviderOptions } from '@dundun/providers';
import { Attachments } from '../message/attachments.repository.js';
import type { RenderedContents } from '../contents/rendered-contents.service.js';
import { Attempts } from './attempts.repository.js';
import { BulkHandOver } from './bulk-hand-over.service.js';
import { EmailRoutes } from './email-routes.service.js';
import { HandOver } from './hand-over.service.js';
import { Inbox } from './inbox.repository.js';
import { MailboxDeferrals } from './mailbox-deferrals.service.js';
import { MailboxLimits } from './mailbox-limits.repository.js';
import { MailboxTraffic } from './mailbox-traffic.service.js';
import { Mailboxes } from './mailboxes.service.js';
import { Outcomes } from './outcomes.repository.js';
import { ProviderConnections } from './provider-connections.service.js';
import { ProviderHealth } from './provider-health.service.js';
import { ProviderTraffic } from './provider-traffic.service.js';
import { ReturnPaths } from './return-paths.service.js';
import { Routes } from './routes.service.js';
import { SmsRoutes } from './sms-routes.service.js';
import { WarmUpTraffic } from './warm-up-traffic.service.js';

const logger = createLogger('test', 'silent');

/** A name server that knows no mail exchanger. */
export const NO_MX = { mx: () => Promise.resolve([]) };

export type SomeProviders = ReturnType<typeof someProviders>;

/** The real routes, connections and traffic of a worker. @param options of every adapter */
export function someProviders(database: Database, config: Config, options: ProviderOptions = {}) {
  const seal = new Seal([config.SECRET_KEY]);
  const sets = new ProviderSets(database, seal);
  const integrations = new Integrations(database, seal, sets);
  const domains = new SendingDomains(database);
  const optionsFor = ({ endpoint }: { endpoint: string | null }) => ({
    ...options,
    origin: endpoint ?? options.origin,
  });
  const health = new ProviderHealth(integrations, logger);
  const [limits, groups] = [new MailboxLimits(database), new Mailboxes(NO_MX)];
  const mailboxes = new MailboxTraffic(limits, groups, new MailboxDeferrals(limits, groups), logger);
  const traffic = new ProviderTraffic(
    config,
    database,
    health,
    mailboxes,
    new WarmUpTraffic(new WarmUps(database), logger),
  );
  const connections = new ProviderConnections(traffic);
  const attachments = new Attachments(database);
  const [inbox, returnPaths] = [new Inbox(database, attachments), new ReturnPaths(config, domains, seal)];
  const keys = new DkimKeys(database, seal);
  const email = new EmailRoutes(config, keys, returnPaths, attachments, inbox, connections, optionsFor);
  const sms = new SmsRoutes(config, new ProviderHooks(seal, config), inbox, connections, optionsFor);
  const routes = new Routes(sets, domains, email, sms, health);
  return { routes, traffic, connections, integrations, domains, sets, seal };
}

/** Traffic without limits. */
export const FREE_TRAFFIC: Pick<ProviderTraffic, 'wait' | 'note' | 'spare'> = {
  wait: () => Promise.resolve({ wait: 0, isLimited: false }),
  note: () => undefined,
  spare: () => undefined,
};

/** Contents that are stored with their messages. */
const STORED_CONTENTS: Pick<RenderedContents, 'of'> = { of: ({ content }) => Promise.resolve(content) };

/** A hand-over through these routes. */
export const aHandOver = (
  database: Database,
  { routes, traffic }: { routes: Pick<Routes, 'of'>; traffic: Pick<ProviderTraffic, 'wait' | 'note' | 'spare'> },
  attempts = new Attempts(database),
  contents: Pick<RenderedContents, 'of'> = STORED_CONTENTS,
) => new HandOver(attempts, new Outcomes(database), routes as Routes, traffic as ProviderTraffic, contents, logger);

/** A hand-over of whole claims by reference. */
export function aBulkHandOver(database: Database, { routes, traffic }: SomeProviders, contents: RenderedContents) {
  const [attempts, outcomes] = [new Attempts(database), new Outcomes(database)];
  const handOver = new HandOver(attempts, outcomes, routes, traffic, contents, logger);
  const bulk = new BulkHandOver(attempts, outcomes, routes, traffic, contents, handOver, logger);
  return { handOver, bulk };
}

/** A workspace's account at a fake Twilio. */
export const connectTwilio = (integrations: Integrations, workspaceId: number, settings: object) =>
  integrations.connect(workspaceId, smsProviders.twilio, settings, { senderIds: ['DUNDUN'] });
