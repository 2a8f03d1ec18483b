import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { Cursors } from '@dundun/platform/http';
import { BouncesController } from './bounces.controller.js';
import { InboxController } from './inbox.controller.js';
import { MessagesController } from './messages.controller.js';
import { MessagingModule } from './messaging.module.js';
import { ProviderHooksController } from './provider-hooks.controller.js';
import { SuppressionBodies } from './suppressions-bodies.js';
import { SuppressionsController } from './suppressions.controller.js';
import { SendsController } from './sends.controller.js';
import { TrackingController } from './tracking.controller.js';
import { answerFollowers } from './tracking.errors.js';
import { SendingProfilesController } from './sending-profiles.controller.js';
import { TemplateTrialsController } from './template-trials.controller.js';
import { TemplateTrials } from './template-trials.service.js';
import { TemplatesController } from './templates.controller.js';

@Module({
  imports: [AccountsModule, MessagingModule],
  controllers: [
    BouncesController,
    SendsController,
    MessagesController,
    InboxController,
    ProviderHooksController,
    SuppressionsController,
    TrackingController,
    TemplatesController,
    TemplateTrialsController,
    SendingProfilesController,
  ],
  providers: [Cursors, SuppressionBodies, TemplateTrials],
})
export class MessagingApiModule {
  constructor() {
    answerFollowers();
  }
}
