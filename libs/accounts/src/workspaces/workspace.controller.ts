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
    const { name, content_days: contentDays } = body;
    return present(await this.workspaces.update(workspaceId, { name, contentDays }));
  }
}

const present = ({ id, name, plan, contentDays }: Workspace): WorkspaceView => ({
  id: String(id),
  name,
  plan,
  content_days: contentDays,
});
