import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { Cursors } from '@dundun/platform/http';
import { BouncesController } from './reports/bounces.controller.js';
import { InboxController } from './deliver/inbox.controller.js';
import { MessageEngagementsController } from './timeline/message-engagements.controller.js';
import { MessageEngagements } from './timeline/message-engagements.repository.js';
import { MessagesController } from './timeline/messages.controller.js';
import { RefusedTracking } from './timeline/refused-tracking.service.js';
import { RemoteImages } from './timeline/remote-images.service.js';
import { outboundGuard } from '@dundun/platform/outbound';
import { SendAgain } from './timeline/send-again.service.js';
import { TagReports } from './timeline/tag-report.repository.js';
import { Readdressing } from './tracking/readdressing.service.js';
import { PeopleModule } from '@dundun/people';
import { MessagingModule } from './messaging.module.js';
import { ProviderHooksController } from './reports/provider-hooks.controller.js';
import { SuppressionsController } from './suppressions/suppressions.controller.js';
import { SendsController } from './accept/sends.controller.js';
import { SubmissionListener } from './submission/submission-listener.service.js';
import { Submissions } from './submission/submissions.service.js';
import { TrackingController } from './tracking/tracking.controller.js';
import { WebCopiesController } from './contents/web-copies.controller.js';
import { answerFollowers } from './tracking/tracking-error.page.js';
import { SendingProfilesController } from './templates/sending-profiles.controller.js';
import { TemplateTrialsController } from './accept/template-trials.controller.js';
import { ContentTrials } from './accept/content-trials.service.js';
import { TemplateTrials } from './accept/template-trials.service.js';
import { ImageFilesController } from './images/image-files.controller.js';
import { ImagesController } from './images/images.controller.js';
import { SavedBlocksController } from './templates/saved-blocks.controller.js';
import { TemplateDraftsController } from './templates/template-drafts.controller.js';
import { TemplatesController } from './templates/templates.controller.js';

@Module({
  imports: [AccountsModule, PeopleModule, MessagingModule],
  controllers: [
    BouncesController,
    SendsController,
    MessagesController,
    MessageEngagementsController,
    InboxController,
    ProviderHooksController,
    SuppressionsController,
    TrackingController,
    WebCopiesController,
    ImageFilesController,
    ImagesController,
    SavedBlocksController,
    TemplateDraftsController,
    TemplatesController,
    TemplateTrialsController,
    SendingProfilesController,
  ],
  providers: [
    ContentTrials,
    Cursors,
    MessageEngagements,
    Readdressing,
    RefusedTracking,
    RemoteImages,
    outboundGuard,
    SendAgain,
    Submissions,
    SubmissionListener,
    TagReports,
    TemplateTrials,
  ],
})
export class MessagingApiModule {
  constructor() {
    answerFollowers();
  }
}
