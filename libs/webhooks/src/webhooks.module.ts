import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { Receiver } from './endpoints/receiver.service.js';

/** Calls receivers, for api and worker. */
@Module({ imports: [AccountsModule], providers: [Receiver], exports: [Receiver, AccountsModule] })
export class WebhooksModule {}
