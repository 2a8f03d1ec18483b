import { Body, Controller, Inject, Req } from '@nestjs/common';
import { UpdateWorkspaceBody, WorkspaceView } from '@dundun/contracts';
import { CONFIG, type Config } from '@dundun/platform/config';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import { LARGEST_LOGO, WorkspaceLogos } from './workspace-logos.repository.js';
import { presentWorkspace } from './workspace.presenter.js';
import { Workspaces } from './workspaces.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console', returns: WorkspaceView } as const;

@Controller()
export class WorkspaceController {
  constructor(
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(WorkspaceLogos) private readonly logos: WorkspaceLogos,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('GET /console/workspace', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    summary: 'Get the workspace’s settings',
  })
  get(@CurrentCaller() { workspaceId }: Caller): Promise<WorkspaceView> {
    return this.view(workspaceId);
  }

  @Endpoint('PUT /console/workspace', { ...DOCUMENTED, role: 'admin', summary: 'Change the workspace’s settings' })
  async update(@CurrentCaller() { workspaceId }: Caller, @Body() body: UpdateWorkspaceBody): Promise<WorkspaceView> {
    await this.workspaces.update(workspaceId, {
      name: body.name,
      contentDays: body.content_days,
      strictPublicKeys: body.strict_public_keys,
      networkBudget: body.network_budget,
      listBudget: body.list_budget,
      workspaceBudget: body.workspace_budget,
      mailboxBudget: body.mailbox_budget,
      timeZone: body.time_zone,
      brandColor: body.brand_color,
      brandTextColor: body.brand_text_color,
      brandPageColor: body.brand_page_color,
      brandFont: body.brand_font,
      brandHeadingFont: body.brand_heading_font,
      senderName: body.sender_name,
      postalAddress: body.postal_address,
      defaultLanguage: body.default_language,
      requiresTwoFactor: body.require_two_factor,
      requiresApproval: body.require_approval,
      complaintsStopAll: body.complaints_stop_all,
      emailDayCap: body.email_day_cap,
      emailWeekCap: body.email_week_cap,
      smsDayCap: body.sms_day_cap,
      smsWeekCap: body.sms_week_cap,
      emailQuietHours: body.email_quiet_hours,
      smsQuietHours: body.sms_quiet_hours,
    });
    return this.view(workspaceId);
  }

  @Endpoint('PUT /console/workspace/logo', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Upload the logo',
    description:
      'The body is the picture: PNG, JPEG, GIF or WebP, at most 256 KB. Its type is read from its bytes, whatever `Content-Type` says.',
    refuses: ['too_large'],
    reads: 'bytes',
    bodyLimit: LARGEST_LOGO,
  })
  async putLogo(@CurrentCaller() { workspaceId }: Caller, @Req() { body }: FastifyRequest): Promise<WorkspaceView> {
    await this.logos.put(workspaceId, Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    return this.view(workspaceId);
  }

  @Endpoint('DELETE /console/workspace/logo', { ...DOCUMENTED, role: 'admin', summary: 'Remove the logo' })
  async removeLogo(@CurrentCaller() { workspaceId }: Caller): Promise<WorkspaceView> {
    await this.logos.remove(workspaceId);
    return this.view(workspaceId);
  }

  private async view(workspaceId: number): Promise<WorkspaceView> {
    const [workspace, logo] = await Promise.all([this.workspaces.find(workspaceId), this.logos.nameOf(workspaceId)]);
    return presentWorkspace(workspace, logo, this.config);
  }
}
