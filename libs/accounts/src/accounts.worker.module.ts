import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { IntegrationSetup } from './integrations/integration-setup.service.js';
import { IntegrationTestTimer } from './integrations/integration-test.timer.js';
import { DomainCheckTimer } from './domains/domain-check.timer.js';

/** The recurring checks of sending domains and connected providers. */
@Module({ imports: [AccountsModule], providers: [DomainCheckTimer, IntegrationSetup, IntegrationTestTimer] })
export class AccountsWorkerModule {}
