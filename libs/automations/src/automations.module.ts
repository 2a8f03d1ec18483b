import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { AutomationsRepository } from './automations.repository.js';
import { PersonAutomations } from './person-automations.repository.js';

/** What automations are, and what they keep of people. */
@Module({
  imports: [PeopleModule],
  providers: [AutomationsRepository, PersonAutomations],
  exports: [AutomationsRepository],
})
export class AutomationsModule {}
