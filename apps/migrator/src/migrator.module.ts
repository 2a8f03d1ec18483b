import { Module, type DynamicModule } from '@nestjs/common';
import { accountsEntities, AccountsModule } from '@dundun/accounts';
import { messagingEntities, MessagingModule } from '@dundun/messaging';
import { ConfigModule } from '@dundun/platform/config';
import { DatabaseModule } from '@dundun/platform/database';
import { JobsModule } from '@dundun/platform/queue';
import { sourcesEntities, SourcesModule } from '@dundun/sources';
import type { Setting } from './setting.js';

@Module({})
export class MigratorModule {
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
