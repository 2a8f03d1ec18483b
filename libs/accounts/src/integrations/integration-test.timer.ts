import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { RecurringTask } from '@dundun/platform/jobs';
import { claimDueTests, type DueTestRow } from './integration-tests.repository.js';
import { IntegrationSetup } from './integration-setup.service.js';

const EVERY_MS = 60_000;
const AT_ONCE = 10;

/**
 * Tests each connected email provider hourly: whether its credentials work and which domains the account can send from. A claim
 * keeps other workers from testing the same account.
 */
@Injectable()
export class IntegrationTestTimer extends RecurringTask {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(IntegrationSetup) private readonly setup: IntegrationSetup,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'due integrations could not be looked up');
  }

  /** Tests integrations until none is due. */
  protected async run(stopping: AbortSignal): Promise<void> {
    for (let claimed = AT_ONCE; claimed === AT_ONCE && !stopping.aborted;) {
      const due = await claimDueTests(this.database, AT_ONCE);
      await Promise.all(due.map((row) => this.test(row)));
      claimed = due.length;
    }
  }

  private async test({ workspace_id: workspaceId, id }: DueTestRow): Promise<void> {
    try {
      await this.setup.test(workspaceId, id);
    } catch (error) {
      const ids = { workspace_id: workspaceId, integration_id: id };
      this.logger.warn({ err: error, ...ids }, 'an integration could not be tested; it is due again in an hour');
    }
  }
}
