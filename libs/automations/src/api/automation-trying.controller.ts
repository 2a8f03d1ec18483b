import { Body, Controller, Inject, Param } from '@nestjs/common';
import { DryRunBody, DryRunView, TestAutomationBody, TestAutomationView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import { Automations } from '../definitions/automations.service.js';
import { DryRuns } from '../trying/dry-runs.service.js';
import { TestRuns } from '../trying/test-runs.service.js';
import { presentDryRun } from './dry-run.presenter.js';
import { presentTest } from './test-walk.presenter.js';

const MARKETER = { tag: 'Automations', access: 'console', role: 'marketer' } as const;

/** Trying automations before people are inside. */
@Controller()
export class AutomationTryingController {
  constructor(
    @Inject(Automations) private readonly automations: Automations,
    @Inject(DryRuns) private readonly dryRuns: DryRuns,
    @Inject(TestRuns) private readonly tests: TestRuns,
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

  @Endpoint('POST /console/automations/:id/test', {
    ...MARKETER,
    summary: 'Take one person through the draft of an automation',
    description:
      'Goes from wait to wait by a clock of its own, or to the end. Messages go to your address alone, or nowhere. Nothing is written to the person, and no run, count or cap changes. Caps are not asked.',
    returns: TestAutomationView,
    examples: {
      'Somebody made up, to the first wait': { person: { first_name: 'Ada', plan: 'pro' } },
      'Somebody made up, to the end': {
        person: { first_name: 'Ada', plan: 'pro' },
        email: 'ada@example.com',
        to_end: true,
      },
    },
    refuses: ['unknown', 'conflict'],
  })
  async test(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: TestAutomationBody,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<TestAutomationView> {
    const automation = await this.automations.get(caller.workspaceId, id);
    return presentTest(await this.tests.run(automation, body, caller, requestId));
  }
}
