import { Module, type DynamicModule } from '@nestjs/common';
import { accountsEntities, accountsExpiry, AccountsWorkerModule } from '@dundun/accounts';
import { eventsEntities, eventsExpiry, EventsWorkerModule } from '@dundun/events';
import { listsEntities } from '@dundun/lists';
import { DeliverLane, messagingEntities, messagingExpiry, MessagingWorkerModule } from '@dundun/messaging';
import { ConfigModule, type Config, type Logger } from '@dundun/platform/config';
import { DatabaseModule, ExpiryModule, idempotencyExpiry } from '@dundun/platform/database';
import { OperationsModule } from '@dundun/platform/http';
import { JobRunnerModule, JobsModule } from '@dundun/platform/jobs';
import { peopleEntities, PeopleWorkerModule } from '@dundun/people';
import { sourcesEntities, SourcesWorkerModule } from '@dundun/sources';
import { subscribersEntities, subscribersExpiry } from '@dundun/subscribers';
import { webhooksEntities, WebhooksWorkerModule } from '@dundun/webhooks';

const entities = [
  ...accountsEntities,
  ...listsEntities,
  ...subscribersEntities,
  ...messagingEntities,
  ...eventsEntities,
  ...peopleEntities,
  ...sourcesEntities,
  ...webhooksEntities,
];

/** The table of contents of the worker. */
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
        ]),
        JobsModule,
        JobRunnerModule.for([DeliverLane]),
        OperationsModule,
        AccountsWorkerModule,
        MessagingWorkerModule,
        EventsWorkerModule,
        PeopleWorkerModule,
        SourcesWorkerModule,
        WebhooksWorkerModule,
      ],
    };
  }
}
