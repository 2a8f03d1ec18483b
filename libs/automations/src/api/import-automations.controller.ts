import { Controller, Inject, Query } from '@nestjs/common';
import { ImportAutomationsQuery, ImportAutomationsView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { importStart } from '../entering/import-start.js';
import { LiveTriggers } from '../entering/live-triggers.repository.js';

/** Says before an import what it does with automations. */
@Controller()
export class ImportAutomationsController {
  constructor(@Inject(LiveTriggers) private readonly triggers: LiveTriggers) {}

  @Endpoint('GET /console/import-automations', {
    tag: 'Automations',
    access: 'console',
    role: 'marketer',
    summary: 'List the live automations that an import starts, or does not',
    description:
      'Old facts start nothing: people who join a list or enter a segment by an import do not enter automations, unless the trigger ' +
      'has old_facts. Automations by a date or a schedule take imported people on their day.',
    returns: ImportAutomationsView,
  })
  async list(
    @CurrentCaller() { workspaceId }: Caller,
    @Query() { lists = [] }: ImportAutomationsQuery,
  ): Promise<ImportAutomationsView> {
    const live = await this.triggers.all(workspaceId);
    return {
      data: live.flatMap(({ id, name, trigger }) => {
        const starts = importStart(trigger, lists);
        return starts === null ? [] : [{ id, name, trigger: trigger.kind, starts }];
      }),
    };
  }
}
