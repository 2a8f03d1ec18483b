import { Module } from '@nestjs/common';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { AttributeNames } from './attribute-names.js';
import { BatchReader } from './batch.reader.js';
import { BatchRepository } from './batch.repository.js';
import { BatchWriter } from './batch.writer.js';
import { Confirmations } from './confirmations.service.js';
import { ConsentIntake } from './consent-intake.js';
import { ConsentLedger } from './consent-ledger.js';
import { Departures } from './departures.service.js';
import { MembersRepository } from './members.repository.js';
import { MembershipCommit } from './memberships.commit.js';
import { Memberships } from './memberships.service.js';
import { People } from './people.service.js';
import { PersonKeys } from './person-keys.service.js';
import { UserWrites } from './user-writes.service.js';

@Module({
  imports: [ListsModule, MessagingModule],
  providers: [
    AttributeNames,
    BatchReader,
    BatchRepository,
    BatchWriter,
    Confirmations,
    ConsentIntake,
    ConsentLedger,
    Departures,
    MembersRepository,
    MembershipCommit,
    Memberships,
    People,
    PersonKeys,
    UserWrites,
  ],
  exports: [
    AttributeNames,
    Confirmations,
    ConsentIntake,
    ConsentLedger,
    Departures,
    MembersRepository,
    Memberships,
    People,
    PersonKeys,
    UserWrites,
  ],
})
export class SubscribersModule {}
