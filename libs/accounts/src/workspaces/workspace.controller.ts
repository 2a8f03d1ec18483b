import { Body, Controller, Inject } from '@nestjs/common';
import { UpdateWorkspaceBody, WorkspaceView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import type { Workspace } from './workspace.entity.js';
import { Workspaces } from './workspaces.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console', returns: WorkspaceView } as const;

@Controller()
export class WorkspaceController {
  constructor(@Inject(Workspaces) private readonly workspaces: Workspaces) {}

  @Endpoint('GET /console/workspace', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    summary: 'Get the workspace’s settings',
  })
  async get(@CurrentCaller() { workspaceId }: Caller): Promise<WorkspaceView> {
    return present(await this.workspaces.find(workspaceId));
  }

  @Endpoint('PUT /console/workspace', { ...DOCUMENTED, role: 'admin', summary: 'Change the workspace’s settings' })
  async update(@CurrentCaller() { workspaceId }: Caller, @Body() body: UpdateWorkspaceBody): Promise<WorkspaceView> {
    const changes = {
      name: body.name,
      contentDays: body.content_days,
      strictPublicKeys: body.strict_public_keys,
      networkBudget: body.network_budget,
      listBudget: body.list_budget,
      workspaceBudget: body.workspace_budget,
      mailboxBudget: body.mailbox_budget,
      timeZone: body.time_zone,
    };
    return present(await this.workspaces.update(workspaceId, changes));
  }
}

const present = (workspace: Workspace): WorkspaceView => ({
  id: String(workspace.id),
  name: workspace.name,
  plan: workspace.plan,
  content_days: workspace.contentDays,
  strict_public_keys: workspace.strictPublicKeys,
  network_budget: workspace.networkBudget,
  list_budget: workspace.listBudget,
  workspace_budget: workspace.workspaceBudget,
  mailbox_budget: workspace.mailboxBudget,
  time_zone: workspace.timeZone,
});
