import { Controller, Inject, Param, Query } from '@nestjs/common';
import { MemberPage, MembersQuery } from '@dundun/contracts';
import { Lists } from '@dundun/lists';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { presentMember } from './member.presenter.js';
import { MembersRepository } from './members.repository.js';

@Controller()
export class MembersController {
  constructor(
    @Inject(Lists) private readonly lists: Lists,
    @Inject(MembersRepository) private readonly members: MembersRepository,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/lists/:id/members', {
    tag: 'Console',
    summary: 'Page through the people of a list',
    description: 'Newest first.',
    access: 'console',
    role: 'viewer',
    limited: 'list',
    returns: MemberPage,
    refuses: ['unknown'],
  })
  async list(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() query: MembersQuery,
  ): Promise<MemberPage> {
    const list = await this.lists.find(workspaceId, id);
    const scope = `members ${workspaceId} ${list.id}`;
    const page = await this.members.page(workspaceId, list.id, query, this.cursors.read(query, scope));
    return this.cursors.view(page, scope, presentMember);
  }
}
