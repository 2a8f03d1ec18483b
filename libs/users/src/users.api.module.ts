import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { ListsModule } from '@dundun/lists';
import { Cursors } from '@dundun/platform/http';
import { PeopleModule } from '@dundun/people';
import { SegmentsModule } from '@dundun/segments';
import { SubscribersModule } from '@dundun/subscribers';
import { AttributesController } from './api/attributes.controller.js';
import { BatchController } from './batch/batch.controller.js';
import { EraseController } from './erase/erase.controller.js';
import { MergeController } from './merge/merge.controller.js';
import { PeopleController } from './api/people.controller.js';
import { PeoplePages } from './api/people-pages.service.js';
import { PeopleReachController } from './api/people-reach.controller.js';
import { PersonFactsReader } from './api/person-facts.repository.js';
import { PersonExportController } from './jobs/person-export.controller.js';
import { UserAccountsController } from './api/user-accounts.controller.js';
import { UserCalls } from './api/user-calls.service.js';
import { UserJobsController } from './jobs/user-jobs.controller.js';
import { UserListsController } from './api/user-lists.controller.js';
import { UserPagesController } from './api/user-pages.controller.js';
import { UserTrackingController } from './api/user-tracking.controller.js';
import { UsersController } from './api/users.controller.js';
import { UsersModule } from './users.module.js';

@Module({
  imports: [AccountsModule, ListsModule, UsersModule, PeopleModule, SegmentsModule, SubscribersModule],
  providers: [Cursors, PeoplePages, PersonFactsReader, UserCalls],
  controllers: [
    AttributesController,
    BatchController,
    EraseController,
    MergeController,
    PeopleController,
    PeopleReachController,
    PersonExportController,
    UserAccountsController,
    UserJobsController,
    UserListsController,
    UserPagesController,
    UserTrackingController,
    UsersController,
  ],
})
export class UsersApiModule {}
