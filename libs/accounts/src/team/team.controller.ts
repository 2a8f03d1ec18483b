import { Body, Controller, Inject, Param, Req } from '@nestjs/common';
import { StatusOk, SwitchWorkspaceBody, TeamMemberView, TeamView, UpdateMemberBody } from '@dundun/contracts';
import { CurrentCaller, Endpoint, sessionOf, type Caller } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import { presentMember } from './team.presenter.js';
import { Team } from './team.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;

/** Manages the members of a workspace. */
@Controller()
export class TeamController {
  constructor(@Inject(Team) private readonly team: Team) {}

  @Endpoint('GET /console/members', { ...DOCUMENTED, role: 'viewer', summary: 'List the members', returns: TeamView })
  async list(@CurrentCaller() caller: Caller): Promise<TeamView> {
    return { data: (await this.team.list(caller)).map(presentMember) };
  }

  @Endpoint('DELETE /console/members/:id/sessions', {
    ...DOCUMENTED,
    role: 'owner',
    summary: 'End the sessions of a member',
    description: 'The member can sign in again.',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async endSessions(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.team.endSessions(caller, id);
    return { status: 'ok' };
  }

  @Endpoint('DELETE /console/members/:id/two-factor', {
    ...DOCUMENTED,
    role: 'owner',
    summary: 'Turn off the second factor of a member',
    description:
      'For a lost phone. Ends the sessions of the member. Refused for members of workspaces that you do not own: the factor protects ' +
      'those, too.',
    returns: StatusOk,
    refuses: ['unknown', 'conflict'],
  })
  async resetFactor(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.team.resetFactor(caller, id);
    return { status: 'ok' };
  }

  @Endpoint('DELETE /console/workspace/sessions', {
    ...DOCUMENTED,
    role: 'owner',
    summary: 'Sign everybody out',
    description: 'Ends all sessions in this workspace, except yours.',
    returns: StatusOk,
  })
  async endAllSessions(@CurrentCaller() caller: Caller, @Req() request: FastifyRequest): Promise<StatusOk> {
    await this.team.endAllSessions(caller, sessionOf(request));
    return { status: 'ok' };
  }

  @Endpoint('POST /console/me/leave', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    beforeFactor: true,
    summary: 'Leave the workspace',
    description:
      'Names the workspace, so that nobody leaves another one. Ends your sessions here. The last owner stays.',
    returns: StatusOk,
    refuses: ['unknown', 'conflict'],
  })
  async leave(@CurrentCaller() caller: Caller, @Body() { workspace }: SwitchWorkspaceBody): Promise<StatusOk> {
    await this.team.leave(caller, workspace);
    return { status: 'ok' };
  }

  @Endpoint('PUT /console/members/:id', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Change the role of a member',
    description: 'Takes effect within a second. Only owners decide about owners.',
    returns: TeamMemberView,
    refuses: ['unknown', 'conflict'],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: UpdateMemberBody,
  ): Promise<TeamMemberView> {
    return presentMember(await this.team.change(caller, id, body));
  }

  @Endpoint('DELETE /console/members/:id', {
    ...DOCUMENTED,
    role: 'admin',
    summary: 'Remove a member',
    description: 'Ends their sessions. Only owners remove owners, and the last one stays.',
    returns: StatusOk,
    refuses: ['unknown', 'conflict'],
  })
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.team.remove(caller, id);
    return { status: 'ok' };
  }
}
