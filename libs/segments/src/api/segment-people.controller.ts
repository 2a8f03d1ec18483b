import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  PageQuery,
  SegmentChangePage,
  SegmentExplanationView,
  SegmentMemberPage,
  SegmentPeopleBody,
  SegmentPeopleView,
} from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { SegmentPages } from '../members/segment-pages.repository.js';
import { SegmentPreviews } from './segment-previews.service.js';
import { presentChange, presentMember } from './segment.presenter.js';
import { Segments } from '../members/segments.service.js';

const DOCUMENTED = { tag: 'Segments', access: 'secret' } as const;
const VIEWER = { ...DOCUMENTED, role: 'viewer', refuses: ['unknown'] } as const;

/** The members of a segment, and why they are. */
@Controller()
export class SegmentPeopleController {
  constructor(
    @Inject(Segments) private readonly segments: Segments,
    @Inject(SegmentPages) private readonly pages: SegmentPages,
    @Inject(SegmentPreviews) private readonly previews: SegmentPreviews,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /v1/segments/:id/people', {
    ...VIEWER,
    summary: 'List the members of a segment',
    description: 'The latest known first.',
    returns: SegmentMemberPage,
  })
  async list(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() query: PageQuery,
  ): Promise<SegmentMemberPage> {
    const segment = await this.segments.get(workspaceId, id);
    const scope = `segment people ${workspaceId} ${segment.id}`;
    const page = await this.pages.members(workspaceId, segment.id, this.cursors.read(query, scope));
    return this.cursors.view(page, scope, presentMember);
  }

  @Endpoint('POST /v1/segments/:id/people', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Add people to a manual segment, or remove them',
    description: 'An id in both is added. Ids of no user are returned and change nothing.',
    returns: SegmentPeopleView,
    examples: { 'Add two': { add: ['u-1042', 'u-7'] }, 'Remove one': { remove: ['u-7'] } },
    refuses: ['unknown', 'conflict'],
  })
  put(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: SegmentPeopleBody,
  ): Promise<SegmentPeopleView> {
    return this.segments.putPeople(workspaceId, id, body);
  }

  @Endpoint('GET /v1/segments/:id/changes', {
    ...VIEWER,
    summary: 'List who entered and left a segment',
    description: 'Newest first, of the last 30 days.',
    returns: SegmentChangePage,
  })
  async changes(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() query: PageQuery,
  ): Promise<SegmentChangePage> {
    const segment = await this.segments.get(workspaceId, id);
    const scope = `segment changes ${workspaceId} ${segment.id}`;
    const page = await this.pages.changes(workspaceId, segment.id, this.cursors.read(query, scope));
    return this.cursors.view(page, scope, presentChange);
  }

  @Endpoint('GET /v1/segments/:id/explain/:uid', {
    ...VIEWER,
    summary: 'Explain why a user is in a segment or not',
    description: 'Evaluates each condition now, with the value that decided.',
    returns: SegmentExplanationView,
  })
  explain(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('uid') uid: string,
  ): Promise<SegmentExplanationView> {
    return this.previews.explain(workspaceId, id, uid);
  }
}
