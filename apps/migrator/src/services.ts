import { NestFactory } from '@nestjs/core';
import {
  Alerts,
  ApiKeys,
  Bootstrap,
  DkimKeys,
  Identities,
  Integrations,
  SecondFactorRepository,
  SendingDomains,
  Workspaces,
} from '@dundun/accounts';
import { EventPartitions } from '@dundun/events';
import { Reclassification, Templates } from '@dundun/messaging';
import { NestLogger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { Sources } from '@dundun/sources';
import { MigratorModule } from './migrator.module.js';
import type { Setting } from './setting.js';

/** The feature services that commands use. */
export interface Services {
  database: Database;
  workspaces: Workspaces;
  keys: ApiKeys;
  domains: SendingDomains;
  dkimKeys: DkimKeys;
  identities: Identities;
  secondFactors: SecondFactorRepository;
  integrations: Integrations;
  alerts: Alerts;
  bootstrap: Bootstrap;
  reclassification: Reclassification;
  templates: Templates;
  partitions: EventPartitions;
  sources: Sources;
}

export async function openServices(setting: Setting): Promise<{ services: Services; close: () => Promise<void> }> {
  const module = MigratorModule.for(setting);
  const context = await NestFactory.createApplicationContext(module, {
    logger: new NestLogger(setting.logger),
    abortOnError: false,
  });
  const services = {
    database: context.get(Database),
    workspaces: context.get(Workspaces),
    keys: context.get(ApiKeys),
    domains: context.get(SendingDomains),
    dkimKeys: context.get(DkimKeys),
    identities: context.get(Identities),
    secondFactors: context.get(SecondFactorRepository),
    integrations: context.get(Integrations),
    alerts: context.get(Alerts),
    bootstrap: context.get(Bootstrap),
    reclassification: context.get(Reclassification),
    templates: context.get(Templates),
    sources: context.get(Sources),
    // Not a provider, which would check the partitions at the start of every command.
    partitions: new EventPartitions(context.get(Database), setting.logger),
  };
  return { services, close: () => context.close() };
}
