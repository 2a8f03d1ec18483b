import { Module } from '@nestjs/common';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { Confirmations } from './confirmations.service.js';
import { ConsentIntake } from './consent-intake.js';
import { ConsentLedger } from './consent-ledger.js';
import { OptOuts } from './departures.service.js';
import { MembersRepository } from './members.repository.js';
import { MembershipCommit } from './membership-commit.service.js';
import { MembershipReader } from './membership-set.service.js';
import { MembershipSetRepository } from './membership-set.repository.js';
import { MembershipWriter } from './membership-writes.repository.js';
import { Memberships } from './memberships.service.js';
import { UserWrites } from './user-writes.service.js';

@Module({
  imports: [ListsModule, MessagingModule, PeopleModule],
  providers: [
    MembershipReader,
    MembershipSetRepository,
    MembershipWriter,
    Confirmations,
    ConsentIntake,
    ConsentLedger,
    OptOuts,
    MembersRepository,
    MembershipCommit,
    Memberships,
    UserWrites,
  ],
  exports: [Confirmations, ConsentIntake, ConsentLedger, OptOuts, MembersRepository, Memberships, UserWrites],
})
export class SubscribersModule {}
