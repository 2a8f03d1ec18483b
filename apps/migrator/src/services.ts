import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  accountsEntities,
  AccountsModule,
  ApiKeys,
  Bootstrap,
  DkimKeys,
  Integrations,
  SendingDomains,
  Workspaces,
} from '@dundun/accounts';
import { EventPartitions } from '@dundun/events';
import { messagingEntities, MessagingModule, Templates } from '@dundun/messaging';
import { ConfigModule, NestLogger } from '@dundun/platform/config';
import { Database, DatabaseModule } from '@dundun/platform/database';
import { JobsModule } from '@dundun/platform/queue';
import { Sources, sourcesEntities, SourcesModule } from '@dundun/sources';
import type { Setting } from './setting.js';

/** The feature services that commands use. */
export interface Services {
  database: Database;
  workspaces: Workspaces;
  keys: ApiKeys;
  domains: SendingDomains;
  dkimKeys: DkimKeys;
  integrations: Integrations;
  bootstrap: Bootstrap;
  templates: Templates;
  partitions: EventPartitions;
  sources: Sources;
}

@Module({})
class MigratorModule {
  static for({ config, logger }: Setting): DynamicModule {
    return {
      module: MigratorModule,
      imports: [
        ConfigModule.for(config, logger),
        DatabaseModule.for([...accountsEntities, ...messagingEntities, ...sourcesEntities]),
        JobsModule,
        AccountsModule,
        MessagingModule,
        SourcesModule,
      ],
    };
  }
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
    integrations: context.get(Integrations),
    bootstrap: context.get(Bootstrap),
    templates: context.get(Templates),
    sources: context.get(Sources),
    // Not a provider, which would check the partitions at the start of every command.
    partitions: new EventPartitions(context.get(Database), setting.logger),
  };
  return { services, close: () => context.close() };
}
