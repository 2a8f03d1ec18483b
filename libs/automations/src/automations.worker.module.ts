import { Module } from '@nestjs/common';
import { EventsModule } from '@dundun/events';
import { MessagingModule } from '@dundun/messaging';
import { SubscribersModule } from '@dundun/subscribers';
import { AutomationFollower } from './automation-follower.service.js';
import { AutomationUpkeep } from './automation-upkeep.repository.js';
import { AutomationUpkeepTimer } from './automation-upkeep.timer.js';
import { AutomationsModule } from './automations.module.js';
import { DueEnrolments } from './due-enrolments.repository.js';
import { PersonValues } from './person-values.repository.js';
import { StepEffects } from './step-effects.service.js';
import { StepMails } from './step-mails.service.js';
import { Steps } from './steps.service.js';
import { StepsTimer } from './steps.timer.js';
import { StepUpdates } from './step-updates.service.js';
import { ToldEvents } from './told-events.repository.js';

/** Lets people into automations and takes them from step to step. */
@Module({
  imports: [AutomationsModule, EventsModule, MessagingModule, SubscribersModule],
  providers: [
    ...[AutomationFollower, AutomationUpkeep, AutomationUpkeepTimer, DueEnrolments, PersonValues],
    ...[StepEffects, StepMails, Steps, StepsTimer, StepUpdates, ToldEvents],
  ],
})
export class AutomationsWorkerModule {}
