import { Body, Controller, Inject, Param } from '@nestjs/common';
import { DryRunBody, DryRunView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Automations } from '../definitions/automations.service.js';
import { DryRuns } from '../trying/dry-runs.service.js';
import { presentDryRun } from './dry-run.presenter.js';

const MARKETER = { tag: 'Automations', access: 'console', role: 'marketer' } as const;

/** Trying automations before people are inside. */
@Controller()
export class AutomationTryingController {
  constructor(
    @Inject(Automations) private readonly automations: Automations,
    @Inject(DryRuns) private readonly dryRuns: DryRuns,
  ) {}

  @Endpoint('POST /console/automations/:id/dry-run', {
    ...MARKETER,
    summary: 'Try the draft of an automation on the last days',
    description:
      'Goes through what happened to a sample of people, by a clock of its own. Nothing is stored or sent. Attributes, consents and segments are those of today.',
    returns: DryRunView,
    examples: { '30 days, every tenth person': {}, 'A week, everybody': { days: 7, sample: 100 } },
    refuses: ['unknown', 'conflict'],
  })
  async dryRun(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { days = 30, sample = 10 }: DryRunBody,
  ): Promise<DryRunView> {
    return presentDryRun(await this.dryRuns.run(await this.automations.get(workspaceId, id), { days, sample }));
  }
}
