import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { ContactBudgets } from './contact-budgets.repository.js';

const EVERY_MS = 1_000;
const MOST = 1_000;

/** Gives back to the budgets of people what ended without a hand-over. Workers skip each other's rows. */
@Injectable()
export class ContactRefunds extends RecurringTask {
  constructor(
    @Inject(ContactBudgets) private readonly budgets: ContactBudgets,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'budgets were not given back');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (let count = MOST; count === MOST && !stopping.aborted;) count = await this.budgets.refund(MOST);
  }
}
