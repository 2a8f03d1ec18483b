import { Module } from '@nestjs/common';
import { EventsModule } from '@dundun/events';
import { MessagingModule } from '@dundun/messaging';
import { SubscribersModule } from '@dundun/subscribers';
import { WebhooksModule } from '@dundun/webhooks';
import { SigningSecrets } from './calling/signing-secrets.repository.js';
import { StepCallPump } from './calling/step-call-pump.service.js';
import { StepCallRows } from './calling/step-calls.repository.js';
import { StepCalls } from './calling/step-calls.service.js';
import { StepCallsTimer } from './calling/step-calls.timer.js';
import { AutomationClocks } from './entering/automation-clocks.repository.js';
import { ClockPeople } from './entering/clock-people.repository.js';
import { ClockTriggers } from './entering/clock-triggers.service.js';
import { ClockTriggersTimer } from './entering/clock-triggers.timer.js';
import { AutomationFollower } from './entering/automation-follower.service.js';
import { AutomationUpkeep } from './runs/automation-upkeep.repository.js';
import { AutomationUpkeepTimer } from './runs/automation-upkeep.timer.js';
import { AutomationsModule } from './automations.module.js';
import { DueEnrolments } from './runs/due-enrolments.repository.js';
import { PastEvents } from './runs/past-events.repository.js';
import { Moves } from './moving/moves.repository.js';
import { MovesTimer } from './moving/moves.timer.js';
import { Moving } from './moving/moving.service.js';
import { MovingRuns } from './moving/moving-runs.repository.js';
import { Holds } from './stepping/holds.service.js';
import { PersonValues } from './stepping/person-values.repository.js';
import { StepAnswers } from './stepping/step-answers.service.js';
import { StepEffects } from './stepping/step-effects.service.js';
import { StepMails } from './stepping/step-mails.service.js';
import { Steps } from './stepping/steps.service.js';
import { PastWays } from './stepping/past-ways.service.js';
import { StepsTimer } from './stepping/steps.timer.js';
import { StepTexts } from './stepping/step-texts.service.js';
import { StepUpdates } from './stepping/step-updates.service.js';
import { ToldEvents } from './entering/told-events.repository.js';

/** Lets people into automations and takes them from step to step. */
@Module({
  imports: [AutomationsModule, EventsModule, MessagingModule, SubscribersModule, WebhooksModule],
  providers: [
    ...[AutomationFollower, AutomationUpkeep, AutomationUpkeepTimer, DueEnrolments, PersonValues],
    ...[Moves, MovesTimer, Moving, MovingRuns],
    ...[Holds, PastEvents, PastWays, StepAnswers],
    ...[StepEffects, StepMails, Steps, StepsTimer, StepTexts, StepUpdates, ToldEvents],
    ...[AutomationClocks, ClockPeople, ClockTriggers, ClockTriggersTimer],
    ...[SigningSecrets, StepCallPump, StepCallRows, StepCalls, StepCallsTimer],
  ],
})
export class AutomationsWorkerModule {}
