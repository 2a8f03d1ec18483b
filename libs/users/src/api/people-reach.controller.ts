import { Controller, Inject, Param } from '@nestjs/common';
import { ReachView } from '@dundun/contracts';
import { Lists } from '@dundun/lists';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { ReachCounts, type KnownReach } from '@dundun/segments';

const SHOWN = { tag: 'Console', access: 'console', role: 'viewer', returns: ReachView } as const;

/** Says how many people can be reached. */
@Controller()
export class PeopleReachController {
  constructor(
    @Inject(Lists) private readonly lists: Lists,
    @Inject(ReachCounts) private readonly counts: ReachCounts,
  ) {}

  @Endpoint('GET /console/people/reach', {
    ...SHOWN,
    summary: 'Count who of the workspace can get email and SMS',
    description: 'Exact at the time of the count. A count that takes long goes on after the answer; ask again.',
  })
  async ofAll(@CurrentCaller() { workspaceId }: Caller): Promise<ReachView> {
    return present(await this.counts.of(workspaceId));
  }

  @Endpoint('GET /console/lists/:id/reach', {
    ...SHOWN,
    limited: 'list',
    summary: 'Count who of a list can get email and SMS',
    description:
      'Only people who agreed to the channel on this list, and did not leave it. Exact at the time of the count. A count that takes ' +
      'long goes on after the answer; ask again.',
    refuses: ['unknown'],
  })
  async ofList(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ReachView> {
    const list = await this.lists.find(workspaceId, id);
    return present(await this.counts.of(workspaceId, list.id));
  }
}

const present = ({ counted, isCounting }: KnownReach): ReachView => ({
  people: counted?.people ?? null,
  email: counted?.email ?? null,
  sms: counted?.sms ?? null,
  counted_at: counted?.at.toISOString() ?? null,
  is_counting: isCounting,
});
