import { Module } from '@nestjs/common';
import { EventsModule } from '@dundun/events';
import { SubscribersModule } from '@dundun/subscribers';
import { Users } from './users.service.js';

@Module({ imports: [EventsModule, SubscribersModule], providers: [Users], exports: [Users] })
export class UsersModule {}
