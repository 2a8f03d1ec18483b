import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { MessagingModule } from '@dundun/messaging';
import { Cursors } from '@dundun/platform/http';
import { AutomationChecks } from './automation-checks.service.js';
import { AutomationControl } from './automation-control.service.js';
import { AutomationDrafts } from './automation-drafts.repository.js';
import { AutomationPauses } from './automation-pauses.repository.js';
import { AutomationPeopleController } from './automation-people.controller.js';
import { Automations } from './automations.service.js';
import { AutomationsController } from './automations.controller.js';
import { AutomationsModule } from './automations.module.js';
import { Entering } from './entering.service.js';
import { PersonTriggers } from './person-triggers.repository.js';
import { Runs } from './runs.service.js';

/** Draws, publishes and controls automations, and shows what became of people. */
@Module({
  imports: [AccountsModule, AutomationsModule, MessagingModule],
  providers: [
    ...[AutomationChecks, AutomationControl, AutomationDrafts, AutomationPauses, Automations, Cursors],
    ...[Entering, PersonTriggers, Runs],
  ],
  controllers: [AutomationsController, AutomationPeopleController],
})
export class AutomationsApiModule {}
