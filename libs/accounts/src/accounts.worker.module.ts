import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { IntegrationSetup } from './integrations/integration-setup.service.js';
import { IntegrationTestTimer } from './integrations/integration-test.timer.js';
import { DomainCheckTimer } from './domains/domain-check.timer.js';

/** What accounts do by themselves: checking the sending domains and the connected providers. */
@Module({ imports: [AccountsModule], providers: [DomainCheckTimer, IntegrationSetup, IntegrationTestTimer] })
export class AccountsWorkerModule {}
