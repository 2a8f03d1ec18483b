import { Module } from '@nestjs/common';
import { Cursors } from '@dundun/platform/http';
import { PeopleModule } from '@dundun/people';
import { SubscribersModule } from '@dundun/subscribers';
import { AttributesController } from './attributes.controller.js';
import { BatchController } from './batch.controller.js';
import { EraseController } from './erase.controller.js';
import { MergeController } from './merge.controller.js';
import { UserAccountsController } from './user-accounts.controller.js';
import { UserCalls } from './user-calls.service.js';
import { UserJobsController } from './user-jobs.controller.js';
import { UserListsController } from './user-lists.controller.js';
import { UserPagesController } from './user-pages.controller.js';
import { UsersController } from './users.controller.js';
import { UsersModule } from './users.module.js';

@Module({
  imports: [UsersModule, PeopleModule, SubscribersModule],
  providers: [Cursors, UserCalls],
  controllers: [
    AttributesController,
    BatchController,
    EraseController,
    MergeController,
    UserAccountsController,
    UserJobsController,
    UserListsController,
    UserPagesController,
    UsersController,
  ],
})
export class UsersApiModule {}
