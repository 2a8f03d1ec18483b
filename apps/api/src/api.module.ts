import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccountsApiModule, accountsEntities, AuditApiModule, TeamApiModule } from '@dundun/accounts';
import { BulkApiModule, bulkBacklog } from '@dundun/bulk';
import { EventsApiModule, eventsEntities } from '@dundun/events';
import { InsightsApiModule } from '@dundun/insights';
import { ListsApiModule, listsEntities } from '@dundun/lists';
import { MemberMailModule, MessagingApiModule, messagingEntities } from '@dundun/messaging';
import { auditTable } from './audit-table.js';
import { migrations } from '@dundun/migrator/migrations';
import { ConfigModule, type Config, type Logger } from '@dundun/platform/config';
import { BacklogModule, databaseCheck, DatabaseModule, migrationsCheck } from '@dundun/platform/database';
import { OperationsModule, RefusalFilter } from '@dundun/platform/server';
import { JobsModule, queueCheck } from '@dundun/platform/queue';
import { peopleEntities } from '@dundun/people';
import { usersBacklog, UsersApiModule } from '@dundun/users';
import { sourcesBacklog, SourcesApiModule, sourcesEntities } from '@dundun/sources';
import { AutomationsApiModule } from '@dundun/automations';
import { CampaignsApiModule, campaignsBacklog } from '@dundun/campaigns';
import { SegmentsApiModule, segmentsBacklog } from '@dundun/segments';
import { SubscribersApiModule } from '@dundun/subscribers';
import { webhooksBacklog, WebhooksApiModule, webhooksEntities } from '@dundun/webhooks';

const entities = [
  ...accountsEntities,
  ...listsEntities,
  ...peopleEntities,
  ...messagingEntities,
  ...eventsEntities,
  ...sourcesEntities,
  ...webhooksEntities,
];

/** The table of contents of the api. */
@Module({})
export class ApiModule {
  static for(config: Config, logger: Logger): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ConfigModule.for(config, logger),
        DatabaseModule.for(entities),
        JobsModule,
        OperationsModule.for([databaseCheck, migrationsCheck(migrations.length), queueCheck]),
        BacklogModule.for([
          usersBacklog,
          sourcesBacklog,
          segmentsBacklog,
          webhooksBacklog,
          bulkBacklog,
          campaignsBacklog,
        ]),
        AccountsApiModule,
        AuditApiModule.for(auditTable),
        TeamApiModule,
        MemberMailModule,
        ListsApiModule,
        SubscribersApiModule,
        MessagingApiModule,
        EventsApiModule,
        UsersApiModule,
        SourcesApiModule,
        WebhooksApiModule,
        SegmentsApiModule,
        BulkApiModule,
        InsightsApiModule,
        CampaignsApiModule,
        AutomationsApiModule,
      ],
      providers: [{ provide: APP_FILTER, useClass: RefusalFilter }],
    };
  }
}
