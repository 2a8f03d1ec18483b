import { Module } from '@nestjs/common';
import { UserJobsModule } from './user-jobs.module.js';
import { UsersModule } from './users.module.js';

@Module({ imports: [UserJobsModule, UsersModule], exports: [UserJobsModule, UsersModule] })
export class PeopleModule {}
