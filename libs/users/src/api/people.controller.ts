import { Controller, Inject, Query } from '@nestjs/common';
import { PeopleQuery, PersonRowPage, type PersonRowView } from '@dundun/contracts';
import { UnknownListError, type MembershipStatus } from '@dundun/domain';
import { Lists } from '@dundun/lists';
import type { FoundPerson } from '@dundun/people';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { ChannelStatusReader, type ChannelStatuses } from '@dundun/subscribers';
import { PeoplePages } from './people-pages.service.js';
import { PersonFactsReader } from './person-facts.repository.js';

/** Shows the people of a workspace in the console. */
@Controller()
export class PeopleController {
  constructor(
    @Inject(Lists) private readonly lists: Lists,
    @Inject(PeoplePages) private readonly people: PeoplePages,
    @Inject(PersonFactsReader) private readonly facts: PersonFactsReader,
    @Inject(ChannelStatusReader) private readonly channels: ChannelStatusReader,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/people', {
    tag: 'Console',
    summary: 'Page through the people of the workspace',
    description:
      'Those who became known last first; with list, those who joined it last. A search finds any part of a name, address, number ' +
      'or uid; one or two characters find beginnings of words. A whole email address, number or uid finds only its own people. ' +
      'With match, a page ends after a second of looking, with fewer rows than the limit or none; next_cursor goes on.',
    access: 'console',
    role: 'viewer',
    limited: 'filtered',
    returns: PersonRowPage,
    refuses: ['unknown'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: PeopleQuery): Promise<PersonRowPage> {
    const { workspaceId, lists } = caller;
    const list = query.list === undefined ? undefined : await this.listOf(caller, query.list);
    const { search, match } = query;
    const filter = { search, list: list && { id: list.id, status: query.status }, lists, match };
    const scope = `people ${workspaceId} ${JSON.stringify(filter)}`;
    const page = await this.people.page(workspaceId, this.cursors.read(query, scope), filter);
    const ids = page.rows.map(({ person_id }) => person_id);
    const facts = await this.facts.of(workspaceId, ids, lists);
    const channels = list && (await this.channels.of(workspaceId, list.id, page.rows));
    return this.cursors.view(page, scope, (row) =>
      present(row, facts.get(row.person_id), channels?.get(row.person_id)),
    );
  }

  /** @throws UnknownListError, also for a list that the caller does not see */
  private async listOf({ workspaceId, lists }: Caller, id: string) {
    const list = await this.lists.find(workspaceId, id);
    if (lists && !lists.includes(list.id)) throw new UnknownListError();
    return list;
  }
}

type Facts = { lists: number; last_seen_at: Date | null };

const present = (
  row: FoundPerson,
  { lists, last_seen_at }: Facts = { lists: 0, last_seen_at: null },
  channels: ChannelStatuses = { email: null, sms: null },
): PersonRowView => ({
  uid: row.uid,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  number: row.number,
  is_account: row.is_account,
  archived: row.archived_at !== null,
  lists,
  status: row.status as MembershipStatus | null,
  email_status: channels.email,
  sms_status: channels.sms,
  joined_at: row.joined_at?.toISOString() ?? null,
  last_seen_at: last_seen_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
