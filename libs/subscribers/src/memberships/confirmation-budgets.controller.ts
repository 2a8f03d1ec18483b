import { Controller, Inject } from '@nestjs/common';
import { RefusingBudgetList, type RefusingBudgetView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { ConfirmationBudgets, type RefusingBudget } from './confirmation-budgets.repository.js';

const MOST_SHOWN = 50;

@Controller()
export class ConfirmationBudgetsController {
  constructor(@Inject(ConfirmationBudgets) private readonly budgets: ConfirmationBudgets) {}

  @Endpoint('GET /console/refused-confirmations', {
    tag: 'Console',
    summary: 'Show which budgets refused confirmation mail',
    description:
      'Those of the last seven days, the latest refusal first. The joins were answered as usual and are pending.',
    access: 'console',
    role: 'viewer',
    returns: RefusingBudgetList,
  })
  async list(@CurrentCaller() { workspaceId }: Caller): Promise<RefusingBudgetList> {
    return { data: (await this.budgets.refusing(workspaceId, MOST_SHOWN)).map(present) };
  }
}

const present = (row: RefusingBudget): RefusingBudgetView => ({
  budget: row.budget,
  name: row.budget === 'network' ? row.name : row.list_title,
  refused: row.refused,
  first_refused_at: row.first_refused_at.toISOString(),
  last_refused_at: row.last_refused_at.toISOString(),
});
