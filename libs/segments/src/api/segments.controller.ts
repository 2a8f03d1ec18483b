import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  CreateSegmentBody,
  PageQuery,
  SegmentCountBody,
  SegmentCountView,
  SegmentDiffView,
  SegmentMatchBody,
  SegmentPage,
  SegmentPreviewView,
  SegmentView,
  StatusOk,
  UpdateSegmentBody,
} from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { MATCH_EXAMPLES, SEGMENT_EXAMPLES } from './segment-examples.js';
import { SegmentPreviews } from './segment-previews.service.js';
import { presentSegment } from './segment.presenter.js';
import type { SegmentRow } from '../definitions/segment.js';
import { SegmentTrees } from '../definitions/segment-trees.service.js';
import { Segments } from '../members/segments.service.js';

const DOCUMENTED = { tag: 'Segments', access: 'secret' } as const;
const MARKETER = { ...DOCUMENTED, role: 'marketer' } as const;
const VIEWER = { ...DOCUMENTED, role: 'viewer' } as const;
const scope = (workspaceId: number) => `segments ${workspaceId}`;

/** Segments: who is in them is said by a tree of conditions. */
@Controller()
export class SegmentsController {
  constructor(
    @Inject(Segments) private readonly segments: Segments,
    @Inject(SegmentPreviews) private readonly previews: SegmentPreviews,
    @Inject(SegmentTrees) private readonly trees: SegmentTrees,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('POST /v1/segments', {
    ...MARKETER,
    summary: 'Create a segment',
    description: 'Answers before the members are complete: state is building until everybody was evaluated.',
    returns: SegmentView,
    examples: SEGMENT_EXAMPLES,
    refuses: ['conflict'],
  })
  async create(@CurrentCaller() { workspaceId }: Caller, @Body() body: CreateSegmentBody): Promise<SegmentView> {
    return this.present(workspaceId, await this.segments.create(workspaceId, body));
  }

  @Endpoint('GET /v1/segments', {
    ...VIEWER,
    summary: 'List the segments',
    description: 'Newest first, without the archived ones.',
    returns: SegmentPage,
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() query: PageQuery): Promise<SegmentPage> {
    const page = await this.segments.page(workspaceId, this.cursors.read(query, scope(workspaceId)));
    const sentence = await this.trees.sentences(
      workspaceId,
      page.rows.map(({ tree }) => tree),
    );
    return this.cursors.view(page, scope(workspaceId), (row) => presentSegment(row, sentence(row.tree)));
  }

  @Endpoint('POST /v1/segments/preview', {
    ...VIEWER,
    summary: 'Count who would be in a segment',
    description: 'Looks at up to 5,000 people picked at random and estimates the number of all; stores nothing.',
    returns: SegmentPreviewView,
    examples: MATCH_EXAMPLES,
  })
  preview(@CurrentCaller() { workspaceId }: Caller, @Body() { match }: SegmentMatchBody): Promise<SegmentPreviewView> {
    return this.previews.preview(workspaceId, match);
  }

  @Endpoint('POST /v1/segments/count', {
    ...VIEWER,
    summary: 'Count exactly who would be in a segment, step by step',
    description:
      'Looks at some thousand people in each call. Repeat with after = next_after until it is null, and add the numbers up; ' +
      'stores nothing.',
    returns: SegmentCountView,
    examples: MATCH_EXAMPLES,
  })
  count(
    @CurrentCaller() { workspaceId }: Caller,
    @Body() { match, after }: SegmentCountBody,
  ): Promise<SegmentCountView> {
    return this.previews.count(workspaceId, match, after);
  }

  @Endpoint('GET /v1/segments/:id', { ...VIEWER, summary: 'Get a segment', returns: SegmentView, refuses: ['unknown'] })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<SegmentView> {
    return this.present(workspaceId, await this.segments.get(workspaceId, id));
  }

  @Endpoint('PUT /v1/segments/:id', {
    ...MARKETER,
    summary: 'Update a segment',
    description: 'New conditions are a new version; everybody is evaluated again. The same conditions change nothing.',
    returns: SegmentView,
    refuses: ['unknown'],
  })
  async update(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: UpdateSegmentBody,
  ): Promise<SegmentView> {
    return this.present(workspaceId, await this.segments.update(workspaceId, id, body));
  }

  @Endpoint('POST /v1/segments/:id/diff', {
    ...VIEWER,
    summary: 'Compare new conditions with the members',
    description: 'Says who would enter and leave; stores nothing. Looks at up to 5,000 people picked at random.',
    returns: SegmentDiffView,
    examples: MATCH_EXAMPLES,
    refuses: ['unknown'],
  })
  diff(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { match }: SegmentMatchBody,
  ): Promise<SegmentDiffView> {
    return this.previews.diff(workspaceId, id, match);
  }

  @Endpoint('POST /v1/segments/:id/refresh', {
    ...MARKETER,
    summary: 'Evaluate a snapshot again',
    returns: SegmentView,
    refuses: ['unknown', 'conflict'],
  })
  async refresh(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<SegmentView> {
    return this.present(workspaceId, await this.segments.refresh(workspaceId, id));
  }

  @Endpoint('DELETE /v1/segments/:id', {
    ...MARKETER,
    summary: 'Archive a segment',
    description: 'Refused with 409 while other segments have it as a condition.',
    returns: StatusOk,
    refuses: ['unknown', 'conflict'],
  })
  async archive(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StatusOk> {
    await this.segments.archive(workspaceId, id);
    return { status: 'ok' };
  }

  private async present(workspaceId: number, row: SegmentRow): Promise<SegmentView> {
    const sentence = await this.trees.sentences(workspaceId, [row.tree]);
    return presentSegment(row, sentence(row.tree));
  }
}
