import { Module } from '@nestjs/common';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { Cursors } from '@dundun/platform/http';
import { ConfirmController } from './confirm.controller.js';
import { ConsentsController } from './consents.controller.js';
import { answerReaders } from './error-page.js';
import { FormController } from './form.controller.js';
import { ListForms } from './list-forms.js';
import { MailLinks } from './mail-links.service.js';
import { MembersController } from './members.controller.js';
import { PageLimits } from './page.limits.js';
import { PersonVariablesModule } from './person-variables.module.js';
import { PersonalLists } from './personal-lists.js';
import { PreferencesController } from './preferences.controller.js';
import { SubscribersController } from './subscribers.controller.js';
import { SubscribersModule } from './subscribers.module.js';
import { UnsubscribeController } from './unsubscribe.controller.js';

@Module({
  imports: [SubscribersModule, ListsModule, MessagingModule, PeopleModule, PersonVariablesModule],
  providers: [Cursors, ListForms, MailLinks, PageLimits, PersonalLists],
  controllers: [
    SubscribersController,
    MembersController,
    ConsentsController,
    ConfirmController,
    UnsubscribeController,
    PreferencesController,
    FormController,
  ],
})
export class SubscribersApiModule {
  constructor() {
    answerReaders();
  }
}
