import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { Receiver } from './endpoints/receiver.service.js';

/** What api and worker share: calling receivers. */
@Module({ imports: [AccountsModule], providers: [Receiver], exports: [Receiver, AccountsModule] })
export class WebhooksModule {}
