import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { MessagingModule } from '@dundun/messaging';
import { Cursors } from '@dundun/platform/http';
import { AutomationChecks } from './definitions/automation-checks.service.js';
import { AutomationControl } from './api/automation-control.service.js';
import { AutomationDrafts } from './definitions/automation-drafts.repository.js';
import { AutomationPauses } from './runs/automation-pauses.repository.js';
import { AutomationPeopleController } from './api/automation-people.controller.js';
import { Automations } from './definitions/automations.service.js';
import { AutomationsController } from './api/automations.controller.js';
import { AutomationsModule } from './automations.module.js';
import { Entering } from './entering/entering.service.js';
import { PersonTriggers } from './entering/person-triggers.repository.js';
import { StepSends } from './definitions/step-sends.service.js';
import { Runs } from './runs/runs.service.js';

/** Draws, publishes and controls automations, and shows what became of people. */
@Module({
  imports: [AccountsModule, AutomationsModule, MessagingModule],
  providers: [
    ...[AutomationChecks, AutomationControl, AutomationDrafts, AutomationPauses, Automations, Cursors],
    ...[Entering, PersonTriggers, Runs, StepSends],
  ],
  controllers: [AutomationsController, AutomationPeopleController],
})
export class AutomationsApiModule {}
