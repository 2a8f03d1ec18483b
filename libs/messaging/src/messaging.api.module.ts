import { Module } from '@nestjs/common';
import { Cursors } from '@dundun/platform/http';
import { InboxController } from './inbox.controller.js';
import { MessagesController } from './messages.controller.js';
import { MessagingModule } from './messaging.module.js';
import { SendsController } from './sends.controller.js';

@Module({
  imports: [MessagingModule],
  controllers: [SendsController, MessagesController, InboxController],
  providers: [Cursors],
})
export class MessagingApiModule {}
