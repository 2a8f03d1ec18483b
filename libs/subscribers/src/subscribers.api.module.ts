import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { Cursors } from '@dundun/platform/http';
import { ConfirmationBudgetsController } from './memberships/confirmation-budgets.controller.js';
import { ConfirmController } from './pages/confirm.controller.js';
import { ConsentsController } from './pages/consents.controller.js';
import { answerReaders } from './pages/error-page.js';
import { EmbeddedFormController } from './pages/embedded-form.controller.js';
import { FormController } from './pages/form.controller.js';
import { FormJoins } from './pages/form-joins.service.js';
import { ListCounts } from './memberships/list-counts.repository.js';
import { ListGrowth } from './memberships/list-growth.repository.js';
import { ListForms } from './pages/list-forms.service.js';
import { MailLinks } from './pages/mail-links.service.js';
import { MemberAttributesReader } from './memberships/member-attributes.repository.js';
import { MembersController } from './memberships/members.controller.js';
import { PageLimits } from './pages/page-limits.service.js';
import { PersonVariablesModule } from './person-variables.module.js';
import { PersonalLists } from './memberships/personal-lists.repository.js';
import { PreferenceChoices } from './pages/preference-choices.service.js';
import { PreferenceReader } from './pages/preference-reader.service.js';
import { PreferencesController } from './pages/preferences.controller.js';
import { SubscribersController } from './memberships/subscribers.controller.js';
import { SubscribersModule } from './subscribers.module.js';
import { UnsubscribeController } from './pages/unsubscribe.controller.js';

@Module({
  imports: [AccountsModule, SubscribersModule, ListsModule, MessagingModule, PeopleModule, PersonVariablesModule],
  providers: [
    Cursors,
    FormJoins,
    ListCounts,
    ListForms,
    ListGrowth,
    MailLinks,
    MemberAttributesReader,
    PageLimits,
    PersonalLists,
    PreferenceChoices,
    PreferenceReader,
  ],
  controllers: [
    SubscribersController,
    MembersController,
    ConfirmationBudgetsController,
    ConsentsController,
    ConfirmController,
    UnsubscribeController,
    PreferencesController,
    FormController,
    EmbeddedFormController,
  ],
})
export class SubscribersApiModule {
  constructor() {
    answerReaders();
  }
}
