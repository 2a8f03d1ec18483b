import { Controller, Inject, Param, Query } from '@nestjs/common';
import { PageQuery, UserPage, UsersQuery, UserView } from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { UserReader } from './user-reader.repository.js';

const tag = 'Users';
const access = 'secret';
const itself = (view: UserView) => view;

/** Reads users; requires the secret. */
@Controller()
export class UserPagesController {
  constructor(
    @Inject(UserReader) private readonly reader: UserReader,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /v1/users', {
    tag,
    summary: 'List the users',
    description: 'Newest first, including archived users. `lists[]` filters by membership, whatever its status.',
    access,
    role: 'viewer',
    limited: 'filtered',
    returns: UserPage,
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() query: UsersQuery): Promise<UserPage> {
    const { email } = query;
    const lists = query['lists[]'] ?? query.lists;
    const scope = `users ${workspaceId} ${JSON.stringify([email, lists])}`;
    const page = await this.reader.page(workspaceId, this.cursors.read(query, scope), { email, lists });
    return this.cursors.view(page, scope, itself);
  }

  @Endpoint('GET /v1/users/:uid', {
    tag,
    summary: 'Read a user',
    description: 'A uid that was merged away shows the user it was merged into.',
    access,
    role: 'viewer',
    limited: 'filtered',
    returns: UserView,
    refuses: ['unknown'],
  })
  read(@CurrentCaller() { workspaceId }: Caller, @Param('uid') uid: string): Promise<UserView> {
    return this.reader.viewOf(workspaceId, uid);
  }

  @Endpoint('GET /v1/users/:uid/members', {
    tag,
    summary: 'List the users of an account',
    description: 'Newest members first.',
    access,
    role: 'viewer',
    returns: UserPage,
    refuses: ['unknown'],
  })
  async members(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('uid') uid: string,
    @Query() query: PageQuery,
  ): Promise<UserPage> {
    const scope = `members ${workspaceId} ${uid}`;
    const page = await this.reader.members(workspaceId, uid, this.cursors.read(query, scope));
    return this.cursors.view(page, scope, itself);
  }
}
