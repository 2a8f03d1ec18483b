import { Controller, Inject, Param, Query } from '@nestjs/common';
import { PageQuery, UserPage, UsersQuery, UserView } from '@dundun/contracts';
import { UnknownListError } from '@dundun/domain';
import { ListAccess } from '@dundun/people';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { UserReader } from './user-reader.repository.js';

const tag = 'Users';
const access = 'secret';
const itself = (view: UserView) => view;

/** Returns the lists to filter by: of a limited member, only own ones. @throws UnknownListError */
function filterOf(asked: string[] | undefined, own: readonly string[] | undefined): string[] | undefined {
  if (own === undefined) return asked;
  const lists = asked?.filter((id) => own.includes(id.toLowerCase())) ?? [...own];
  if (lists.length === 0) throw new UnknownListError();
  return lists;
}

/** Leaves out the lists that a limited member does not see, and segments, of which such a member sees none. */
const shownTo =
  ({ lists: own }: Pick<Caller, 'lists'>) =>
  (view: UserView): UserView =>
    own === undefined ? view : { ...view, lists: view.lists.filter(({ id }) => own.includes(id)), segments: [] };

/** Reads users; requires the secret. */
@Controller()
export class UserPagesController {
  constructor(
    @Inject(UserReader) private readonly reader: UserReader,
    @Inject(ListAccess) private readonly access: ListAccess,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /v1/users', {
    tag,
    summary: 'List the users',
    description:
      'Newest first, including archived users. `lists[]` filters by membership, whatever its status; these come in the order in ' +
      'which they became known here, whatever created_at says.',
    access,
    role: 'viewer',
    limited: 'filtered',
    returns: UserPage,
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: UsersQuery): Promise<UserPage> {
    const { workspaceId } = caller;
    const { email } = query;
    const lists = filterOf(query['lists[]'] ?? query.lists, caller.lists);
    const scope = `users ${workspaceId} ${JSON.stringify([email, lists])}`;
    const page = await this.reader.page(workspaceId, this.cursors.read(query, scope), { email, lists });
    return this.cursors.view(page, scope, shownTo(caller));
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
  async read(@CurrentCaller() caller: Caller, @Param('uid') uid: string): Promise<UserView> {
    await this.access.checkPerson(caller, uid);
    return shownTo(caller)(await this.reader.viewOf(caller.workspaceId, uid));
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
