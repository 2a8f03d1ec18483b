import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { CreateListBody, ListPage, ListView, PageQuery, StatusOk, UpdateListBody } from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import type { ChangedBy } from './list-changes.js';
import { presentList, presentListToMember } from './list.presenter.js';
import { Lists } from './lists.service.js';

const tag = 'Lists';
const scope = (workspaceId: number) => `lists ${workspaceId}`;
const presenterFor = ({ kind }: Caller) => (kind === 'session' ? presentListToMember : presentList);

function changedBy({ kind, level, strictKeys }: Caller): ChangedBy {
  if (kind === 'session') return 'console';
  return level === 'key' && strictKeys ? 'key' : 'secret';
}

@Controller()
export class ListsController {
  constructor(
    @Inject(Lists) private readonly lists: Lists,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('POST /v1/lists', { tag, summary: 'Create a list', access: 'secret', role: 'marketer', returns: ListView })
  async create(@CurrentCaller() { workspaceId }: Caller, @Body() body: CreateListBody): Promise<ListView> {
    return presentList(await this.lists.create(workspaceId, body));
  }

  @Endpoint('GET /v1/lists', {
    tag,
    summary: 'Get all lists',
    description: 'Newest first, without the archived ones.',
    access: 'key',
    role: 'viewer',
    limited: 'filtered',
    returns: ListPage,
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery): Promise<ListPage> {
    const { workspaceId, lists } = caller;
    const page = await this.lists.page(workspaceId, this.cursors.read(query, scope(workspaceId)), lists);
    return this.cursors.view(page, scope(workspaceId), presenterFor(caller));
  }

  @Endpoint('GET /v1/lists/:id', {
    tag,
    summary: 'Get a list',
    description: 'Returns archived lists too.',
    access: 'key',
    role: 'viewer',
    limited: 'list',
    returns: ListView,
    refuses: ['unknown'],
  })
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ListView> {
    return presenterFor(caller)(await this.lists.get(caller.workspaceId, id));
  }

  @Endpoint('PUT /v1/lists/:id', {
    tag,
    summary: 'Update a list',
    description:
      'Give any one or more of the fields; null clears description and redirect_url. With the key alone, a title or ' +
      'description changes what the API answers, but not what mail and hosted pages show; double_optin may become true, ' +
      'not false; redirect_url may change within its host or be cleared. Anything else is 403 and changes nothing, but a ' +
      'value equal to the stored one is no change.',
    access: 'key',
    role: 'marketer',
    limited: 'list',
    returns: ListView,
    refuses: ['unknown', 'forbidden'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: UpdateListBody,
  ): Promise<ListView> {
    return presenterFor(caller)(await this.lists.update(caller.workspaceId, id, body, changedBy(caller)));
  }

  @Endpoint('DELETE /v1/lists/:id', {
    tag,
    summary: 'Archive a list',
    description: 'Refuses new joins and keeps the members. Archiving an archived list succeeds.',
    access: 'secret',
    role: 'marketer',
    limited: 'list',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async archive(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.lists.archive(workspaceId, id);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/lists/:id/restore', {
    tag: 'Console',
    summary: 'Restore an archived list',
    description: 'Its members are as they were. Restoring a list that is not archived succeeds.',
    access: 'console',
    role: 'marketer',
    limited: 'list',
    returns: ListView,
    refuses: ['unknown'],
  })
  async restore(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ListView> {
    return presentListToMember(await this.lists.restore(workspaceId, id));
  }
}
