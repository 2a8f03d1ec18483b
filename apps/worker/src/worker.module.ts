import { Module, type DynamicModule } from '@nestjs/common';
import { accountsEntities, accountsExpiry, AccountsWorkerModule } from '@dundun/accounts';
import { bulkBacklog, bulkExpiry, BulkWorkerModule } from '@dundun/bulk';
import { eventsEntities, eventsExpiry, EventsWorkerModule } from '@dundun/events';
import { insightsExpiry, InsightsWorkerModule } from '@dundun/insights';
import { listsEntities } from '@dundun/lists';
import { DeliverLane, messagingEntities, messagingExpiry, MessagingWorkerModule } from '@dundun/messaging';
import { migrations } from '@dundun/migrator/migrations';
import { ConfigModule, type Config, type Logger } from '@dundun/platform/config';
import {
  BacklogModule,
  databaseCheck,
  DatabaseModule,
  ExpiryModule,
  idempotencyExpiry,
  migrationsCheck,
} from '@dundun/platform/database';
import { OperationsModule } from '@dundun/platform/server';
import { JobRunnerModule, JobsModule, queueCheck } from '@dundun/platform/queue';
import { peopleEntities } from '@dundun/people';
import { usersBacklog, usersExpiry, UsersWorkerModule, RunUserJobs } from '@dundun/users';
import { sourcesBacklog, sourcesEntities, sourcesExpiry, SourcesWorkerModule, WorkSources } from '@dundun/sources';
import { automationsExpiry, AutomationsWorkerModule } from '@dundun/automations';
import { campaignsBacklog, CampaignsWorkerModule } from '@dundun/campaigns';
import { segmentsBacklog, segmentsExpiry, SegmentsWorkerModule } from '@dundun/segments';
import { subscribersExpiry, SubscribersWorkerModule } from '@dundun/subscribers';
import { webhooksBacklog, webhooksEntities, webhooksExpiry, WebhooksWorkerModule } from '@dundun/webhooks';

const entities = [
  ...accountsEntities,
  ...listsEntities,
  ...peopleEntities,
  ...messagingEntities,
  ...eventsEntities,
  ...sourcesEntities,
  ...webhooksEntities,
];

/** The modules of the worker process. */
@Module({})
export class WorkerModule {
  static for(config: Config, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.for(config, logger),
        DatabaseModule.for(entities),
        ExpiryModule.for([
          idempotencyExpiry,
          ...accountsExpiry,
          ...subscribersExpiry,
          ...messagingExpiry,
          ...eventsExpiry,
          ...usersExpiry,
          ...sourcesExpiry,
          ...segmentsExpiry,
          ...insightsExpiry,
          ...webhooksExpiry,
          ...bulkExpiry,
          ...automationsExpiry,
        ]),
        JobsModule,
        JobRunnerModule.for([DeliverLane, RunUserJobs, WorkSources]),
        OperationsModule.for([databaseCheck, migrationsCheck(migrations.length), queueCheck]),
        BacklogModule.for([
          usersBacklog,
          sourcesBacklog,
          segmentsBacklog,
          webhooksBacklog,
          bulkBacklog,
          campaignsBacklog,
        ]),
        AccountsWorkerModule,
        MessagingWorkerModule,
        SubscribersWorkerModule,
        EventsWorkerModule,
        UsersWorkerModule,
        SourcesWorkerModule,
        WebhooksWorkerModule,
        SegmentsWorkerModule,
        BulkWorkerModule,
        InsightsWorkerModule,
        CampaignsWorkerModule,
        AutomationsWorkerModule,
      ],
    };
  }
}
