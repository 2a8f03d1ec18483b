import { Controller, Inject, Param } from '@nestjs/common';
import { AutomationChangesView, AutomationVersionsView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { presentChanges, presentVersion } from './automation.presenter.js';
import { AutomationDrafts } from '../definitions/automation-drafts.repository.js';
import { Automations } from '../definitions/automations.service.js';
import { VersionChangesPreview } from '../moving/version-changes.service.js';

const VIEWER = { tag: 'Automations', access: 'console', role: 'viewer' } as const;

/** The versions of automations, and what the draft would change. */
@Controller()
export class AutomationVersionsController {
  constructor(
    @Inject(Automations) private readonly automations: Automations,
    @Inject(AutomationDrafts) private readonly drafts: AutomationDrafts,
    @Inject(VersionChangesPreview) private readonly changes: VersionChangesPreview,
  ) {}

  @Endpoint('GET /console/automations/:id/versions', {
    ...VIEWER,
    summary: 'List the versions of an automation',
    description: 'To go back to one, make its graph the draft and publish it.',
    returns: AutomationVersionsView,
    refuses: ['unknown'],
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<AutomationVersionsView> {
    const automation = await this.automations.get(workspaceId, id);
    return { data: (await this.drafts.versions(workspaceId, automation.id)).map(presentVersion) };
  }

  @Endpoint('GET /console/automations/:id/changes', {
    ...VIEWER,
    summary: 'Compare the draft of an automation with its live version',
    description: 'What publishing would change: steps with the people at them, and how many would move or end.',
    returns: AutomationChangesView,
    refuses: ['unknown', 'conflict'],
  })
  async compare(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<AutomationChangesView> {
    return presentChanges(await this.changes.of(await this.automations.get(workspaceId, id)));
  }
}
