import { Module } from '@nestjs/common';
import { AccountsModule, Approvals, Approvers } from '@dundun/accounts';
import { ConversionsModule } from '@dundun/insights';
import { ContentTrials, MessagingModule } from '@dundun/messaging';
import { Cursors } from '@dundun/platform/http';
import { outboundGuard } from '@dundun/platform/outbound';
import { AutomationApprovalsController } from './api/automation-approvals.controller.js';
import { AutomationApprovals } from './api/automation-approvals.service.js';
import { AutomationConversionsController } from './api/automation-conversions.controller.js';
import { AutomationConversions } from './api/automation-conversions.service.js';
import { AutomationChecks } from './definitions/automation-checks.service.js';
import { AutomationControl } from './api/automation-control.service.js';
import { AutomationDrafts } from './definitions/automation-drafts.repository.js';
import { AutomationPauses } from './runs/automation-pauses.repository.js';
import { AutomationPeopleController } from './api/automation-people.controller.js';
import { AutomationSecretController } from './api/automation-secret.controller.js';
import { SigningSecrets } from './calling/signing-secrets.repository.js';
import { Automations } from './definitions/automations.service.js';
import { AutomationsController } from './api/automations.controller.js';
import { AutomationsModule } from './automations.module.js';
import { AutomationTryingController } from './api/automation-trying.controller.js';
import { AutomationVersionsController } from './api/automation-versions.controller.js';
import { DryRuns } from './trying/dry-runs.service.js';
import { DueEnrolments } from './runs/due-enrolments.repository.js';
import { Entering } from './entering/entering.service.js';
import { ImportAutomationsController } from './api/import-automations.controller.js';
import { LiveTriggers } from './entering/live-triggers.repository.js';
import { Moves } from './moving/moves.repository.js';
import { Past } from './trying/past.repository.js';
import { PersonTriggers } from './entering/person-triggers.repository.js';
import { StepContents } from './definitions/step-contents.repository.js';
import { StepSends } from './definitions/step-sends.service.js';
import { Runs } from './runs/runs.service.js';
import { Holds } from './stepping/holds.service.js';
import { StepAnswers } from './stepping/step-answers.service.js';
import { TestCalls } from './trying/test-calls.service.js';
import { TestPeople } from './trying/test-people.repository.js';
import { TestRuns } from './trying/test-runs.service.js';
import { TestSends } from './trying/test-sends.service.js';
import { TestWalks } from './trying/test-walks.service.js';
import { WebhooksModule } from '@dundun/webhooks';
import { VersionChangesPreview } from './moving/version-changes.service.js';

/** Draws, publishes and controls automations, and shows what became of people. */
@Module({
  imports: [AccountsModule, AutomationsModule, ConversionsModule, MessagingModule, WebhooksModule],
  providers: [
    ...[AutomationChecks, AutomationControl, AutomationDrafts, AutomationPauses, Automations, Cursors],
    ...[DryRuns, DueEnrolments, Entering, Moves, Past, PersonTriggers, Runs, SigningSecrets, StepSends],
    ...[ContentTrials, Holds, StepAnswers, TestCalls, TestPeople, TestRuns, TestSends, TestWalks],
    ...[VersionChangesPreview, outboundGuard, Approvals, Approvers, AutomationApprovals],
    ...[AutomationConversions, LiveTriggers, StepContents],
  ],
  controllers: [
    AutomationsController,
    AutomationApprovalsController,
    AutomationConversionsController,
    AutomationPeopleController,
    AutomationSecretController,
    AutomationTryingController,
    AutomationVersionsController,
    ImportAutomationsController,
  ],
})
export class AutomationsApiModule {}
