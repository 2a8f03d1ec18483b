import { Module } from '@nestjs/common';
import { SegmentsModule } from '@dundun/segments';
import { AutomationFollower } from './automation-follower.service.js';
import { AutomationsModule } from './automations.module.js';
import { DueEnrolments } from './due-enrolments.repository.js';
import { Entrances } from './entrances.repository.js';
import { StepEffects } from './step-effects.service.js';
import { Steps } from './steps.service.js';
import { StepsTimer } from './steps.timer.js';
import { ToldEvents } from './told-events.repository.js';
import { Waits } from './waits.repository.js';

/** Lets people into automations and takes them from step to step. */
@Module({
  imports: [AutomationsModule, SegmentsModule],
  providers: [AutomationFollower, DueEnrolments, Entrances, StepEffects, Steps, StepsTimer, ToldEvents, Waits],
})
export class AutomationsWorkerModule {}
