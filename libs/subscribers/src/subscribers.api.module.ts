import { Module } from '@nestjs/common';
import { ListsModule } from '@dundun/lists';
import { Cursors } from '@dundun/platform/http';
import { ConfirmController } from './confirm.controller.js';
import { MembersController } from './members.controller.js';
import { SubscribersController } from './subscribers.controller.js';
import { SubscribersModule } from './subscribers.module.js';

@Module({
  imports: [SubscribersModule, ListsModule],
  providers: [Cursors],
  controllers: [SubscribersController, MembersController, ConfirmController],
})
export class SubscribersApiModule {}
