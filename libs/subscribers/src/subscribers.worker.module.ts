import { Module } from '@nestjs/common';
import { MessagingModule } from '@dundun/messaging';
import { OptOutTimer } from './opt-outs/opt-out.timer.js';
import { SubscribersModule } from './subscribers.module.js';

@Module({ imports: [SubscribersModule, MessagingModule], providers: [OptOutTimer] })
export class SubscribersWorkerModule {}
