import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { EventsModule } from '@dundun/events';
import { PeopleModule } from '@dundun/people';
import { SubscribersModule } from '@dundun/subscribers';
import { UserJobsModule } from './user-jobs.module.js';
import { Users } from './api/users.service.js';

@Module({
  imports: [AccountsModule, EventsModule, PeopleModule, SubscribersModule, UserJobsModule],
  providers: [Users],
  exports: [UserJobsModule, Users],
})
export class UsersModule {}
