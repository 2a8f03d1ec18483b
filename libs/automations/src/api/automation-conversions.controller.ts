import { Body, Controller, Inject, Param } from '@nestjs/common';
import { AutomationConversionBody, AutomationConversionsView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { AutomationConversions } from './automation-conversions.service.js';

const DOCUMENTED = { tag: 'Automations', access: 'console', returns: AutomationConversionsView } as const;

/** What automations are for, and what came of it. */
@Controller()
export class AutomationConversionsController {
  constructor(@Inject(AutomationConversions) private readonly conversions: AutomationConversions) {}

  @Endpoint('GET /console/automations/:id/conversions', {
    ...DOCUMENTED,
    role: 'viewer',
    summary: 'Report on the conversions of an automation',
    description: 'Of all its versions, about a second behind.',
    refuses: ['unknown'],
  })
  show(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<AutomationConversionsView> {
    return this.conversions.of(workspaceId, id);
  }

  @Endpoint('PUT /console/automations/:id/conversions', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Say what an automation is for',
    description:
      'The goal of messages from now on. What was sent keeps the goal that stood then, and what was counted stays.',
    examples: {
      'A payment': { conversion: { event: 'Payment succeeded', amount: 'amount' } },
      Nothing: { conversion: null },
    },
    refuses: ['unknown'],
  })
  set(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { conversion }: AutomationConversionBody,
  ): Promise<AutomationConversionsView> {
    return this.conversions.set(workspaceId, id, conversion);
  }
}
