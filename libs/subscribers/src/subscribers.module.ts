import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { ChannelStatusesRepository } from './memberships/channel-statuses.repository.js';
import { ChannelStatusReader } from './memberships/channel-statuses.service.js';
import { ConfirmationBudgets } from './memberships/confirmation-budgets.repository.js';
import { ConfirmationRequests } from './memberships/confirmation-requests.service.js';
import { Confirmations } from './memberships/confirmations.repository.js';
import { ConsentIntake } from './consents/consent-intake.service.js';
import { ConsentLedger } from './consents/consent-ledger.repository.js';
import { OptOuts } from './opt-outs/opt-outs.service.js';
import { MembersRepository } from './memberships/members.repository.js';
import { MembershipCommit } from './memberships/membership-commit.service.js';
import { MembershipReader } from './memberships/membership-reader.service.js';
import { MembershipSetRepository } from './memberships/membership-set.repository.js';
import { MembershipWriter } from './memberships/membership-writes.repository.js';
import { Memberships } from './memberships/memberships.service.js';
import { MarketingPauseChoices } from './consents/marketing-pause-choices.service.js';
import { TrackingChoices } from './consents/tracking-choices.service.js';
import { PersonConsents } from './consents/person-consents.repository.js';
import { PersonMemberships } from './memberships/person-memberships.repository.js';
import { UserWrites } from './memberships/user-writes.service.js';

@Module({
  imports: [AccountsModule, ListsModule, MessagingModule, PeopleModule],
  providers: [
    ChannelStatusesRepository,
    ChannelStatusReader,
    PersonConsents,
    PersonMemberships,
    MembershipReader,
    MembershipSetRepository,
    MembershipWriter,
    ConfirmationBudgets,
    ConfirmationRequests,
    Confirmations,
    ConsentIntake,
    ConsentLedger,
    OptOuts,
    MembersRepository,
    MembershipCommit,
    MarketingPauseChoices,
    Memberships,
    TrackingChoices,
    UserWrites,
  ],
  exports: [
    ChannelStatusReader,
    ConfirmationBudgets,
    Confirmations,
    ConsentIntake,
    ConsentLedger,
    OptOuts,
    MarketingPauseChoices,
    MembersRepository,
    Memberships,
    TrackingChoices,
    UserWrites,
  ],
})
export class SubscribersModule {}
