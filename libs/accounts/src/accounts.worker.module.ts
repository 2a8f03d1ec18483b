import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { AlertsTimer } from './alerts/alerts.timer.js';
import { IntegrationSetup } from './integrations/integration-setup.service.js';
import { IntegrationTestTimer } from './integrations/integration-test.timer.js';
import { WorkspaceErasure } from './team/workspace-erasure.repository.js';
import { WorkspaceErasureTimer } from './team/workspace-erasure.timer.js';
import { DomainCheckTimer } from './domains/domain-check.timer.js';

/** The recurring checks of sending domains and connected providers, and alerts. */
@Module({
  imports: [AccountsModule],
  providers: [
    AlertsTimer,
    DomainCheckTimer,
    IntegrationSetup,
    IntegrationTestTimer,
    WorkspaceErasure,
    WorkspaceErasureTimer,
  ],
})
export class AccountsWorkerModule {}
