import { Body, Controller, Inject, Param } from '@nestjs/common';
import { StatusOk, TeamMemberView, TeamView, UpdateMemberBody } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { presentMember } from './team.presenter.js';
import { Team } from './team.service.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;

/** Manages the members of a workspace. */
@Controller()
export class TeamController {
  constructor(@Inject(Team) private readonly team: Team) {}

  @Endpoint('GET /console/members', { ...DOCUMENTED, role: 'viewer', summary: 'List the members', returns: TeamView })
  async list(@CurrentCaller() { workspaceId }: Caller): Promise<TeamView> {
    return { data: (await this.team.list(workspaceId)).map(presentMember) };
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
