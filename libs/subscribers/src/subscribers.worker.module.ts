import { Module } from '@nestjs/common';
import { MessagingModule } from '@dundun/messaging';
import { DepartureTimer } from './departure.timer.js';
import { SubscribersModule } from './subscribers.module.js';

@Module({ imports: [SubscribersModule, MessagingModule], providers: [DepartureTimer] })
export class SubscribersWorkerModule {}
