import { Controller, Inject, Param, Query } from '@nestjs/common';
import { ListCountsView, ListGrowthView, ListTrendsView, MemberPage, MembersQuery } from '@dundun/contracts';
import { Lists } from '@dundun/lists';
import { InvalidInputError } from '@dundun/domain';
import { PeopleSearch } from '@dundun/people';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { ChannelStatusReader } from './channel-statuses.service.js';
import { ListCounts } from './list-counts.repository.js';
import { ListGrowth } from './list-growth.repository.js';
import { MemberAttributesReader } from './member-attributes.repository.js';
import { presentMember } from './member.presenter.js';

/** Thirty days of growth. */
const DAYS = 30;
const MOST_ATTRIBUTES = 20;

@Controller()
export class MembersController {
  constructor(
    @Inject(Lists) private readonly lists: Lists,
    @Inject(PeopleSearch) private readonly people: PeopleSearch,
    @Inject(ListCounts) private readonly counts: ListCounts,
    @Inject(ListGrowth) private readonly growth: ListGrowth,
    @Inject(MemberAttributesReader) private readonly attributes: MemberAttributesReader,
    @Inject(ChannelStatusReader) private readonly channels: ChannelStatusReader,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/lists/:id/members', {
    tag: 'Console',
    summary: 'Page through the people of a list',
    description:
      'The latest joined first. A search finds any part of a name, address, number or uid; one or two characters find beginnings of ' +
      'words. A whole email address, number or uid finds only its own people.',
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
    const { search, status } = query;
    const names = namesIn(query.attributes);
    const filter = { search, list: { id: list.id, status } };
    const page = await this.people.page(workspaceId, this.cursors.read(query, scope), filter);
    const ids = page.rows.map(({ person_id }) => person_id);
    const attributes = await this.attributes.of(workspaceId, ids, names);
    const channels = await this.channels.of(workspaceId, list.id, page.rows);
    return this.cursors.view(page, scope, (row) =>
      presentMember(row, channels.get(row.person_id), attributes.get(row.person_id)),
    );
  }

  @Endpoint('GET /console/lists/:id/counts', {
    tag: 'Console',
    summary: 'Count who of a list can be written to',
    description: 'The people on the list are the sum of those who are subscribed, pending and suppressed.',
    access: 'console',
    role: 'viewer',
    limited: 'list',
    returns: ListCountsView,
    refuses: ['unknown'],
  })
  async count(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ListCountsView> {
    const { list, subscribers } = await this.lists.get(workspaceId, id);
    const { pending, suppressed, is_exact } = await this.counts.of(workspaceId, list.id);
    return {
      total: subscribers,
      subscribed: Math.max(0, subscribers - pending - suppressed),
      pending,
      suppressed,
      is_exact,
    };
  }

  @Endpoint('GET /console/lists/:id/growth', {
    tag: 'Console',
    summary: 'Count who joined a list, day by day',
    description: 'The last thirty days in UTC, today included. People who were removed from the list do not count.',
    access: 'console',
    role: 'viewer',
    limited: 'list',
    returns: ListGrowthView,
    refuses: ['unknown'],
  })
  async joined(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ListGrowthView> {
    const list = await this.lists.find(workspaceId, id);
    const days = await this.growth.days(workspaceId, list.id, DAYS);
    return { data: days.map(({ day, people }) => ({ day, joined: people })) };
  }

  @Endpoint('GET /console/list-trends', {
    tag: 'Console',
    summary: 'Count who joined each list, day by day',
    description: 'The last thirty days in UTC, today included. Only people who are still on the list count.',
    access: 'console',
    role: 'viewer',
    limited: 'filtered',
    returns: ListTrendsView,
  })
  async trends(@CurrentCaller() { workspaceId, lists }: Caller): Promise<ListTrendsView> {
    const joined = await this.growth.ofLists(workspaceId, lists, DAYS);
    return { data: [...joined].map(([id, days]) => ({ id, joined: days })) };
  }
}

/** @throws InvalidInputError */
function namesIn(text = ''): string[] {
  const names = [...new Set(text.split(',').filter(Boolean))];
  if (names.length <= MOST_ATTRIBUTES) return names;
  throw new InvalidInputError([{ field: 'attributes', message: `must name at most ${MOST_ATTRIBUTES} attributes` }]);
}
