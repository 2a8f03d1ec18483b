import { Controller, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import { SegmentOverviewView, SegmentView, SuggestionsQuery, SuggestionsView } from '@dundun/contracts';
import { csvLine } from '@dundun/domain';
import type { Page } from '@dundun/platform/database';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Readable } from 'node:stream';
import { SegmentDays } from '../members/segment-days.repository.js';
import { SegmentPages, type MemberRow } from '../members/segment-pages.repository.js';
import { presentSegment } from './segment.presenter.js';
import { SegmentSuggestions } from './segment-suggestions.repository.js';
import { Segments } from '../members/segments.service.js';
import { SegmentTrees } from '../definitions/segment-trees.service.js';
import { SegmentsRepository } from '../definitions/segments.repository.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;
const DAYS = 30;
const PAGE = 1_000;

/** What the console shows around a segment, and what its builder completes. */
@Controller()
export class ConsoleSegmentsController {
  constructor(
    @Inject(Segments) private readonly segments: Segments,
    @Inject(SegmentsRepository) private readonly repository: SegmentsRepository,
    @Inject(SegmentTrees) private readonly trees: SegmentTrees,
    @Inject(SegmentDays) private readonly days: SegmentDays,
    @Inject(SegmentPages) private readonly pages: SegmentPages,
    @Inject(SegmentSuggestions) private readonly suggestions: SegmentSuggestions,
  ) {}

  @Endpoint('GET /console/segment-suggestions', {
    ...DOCUMENTED,
    role: 'viewer',
    summary: 'Suggest names and values for conditions',
    description: 'Looks at 1,000 people picked at random, or at the latest 10,000 events.',
    returns: SuggestionsView,
  })
  async suggest(@CurrentCaller() { workspaceId }: Caller, @Query() query: SuggestionsQuery): Promise<SuggestionsView> {
    const rows = await this.suggestions.find(workspaceId, query);
    return { data: rows.map(({ value, type, count }) => ({ value, type, count })), sampled: rows[0]?.sampled ?? 0 };
  }

  @Endpoint('GET /console/segments/:id/overview', {
    ...DOCUMENTED,
    role: 'viewer',
    summary: 'Show where a segment is used, and its growth',
    returns: SegmentOverviewView,
    refuses: ['unknown'],
  })
  async overview(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<SegmentOverviewView> {
    const segment = await this.segments.get(workspaceId, id);
    const segments = await this.repository.usedBy(workspaceId, segment.id);
    const campaigns = await this.repository.campaignsWith(workspaceId, segment.id);
    const automations = await this.repository.automationsWith(workspaceId, segment.id);
    const days = await this.days.last(workspaceId, segment.id, DAYS);
    return {
      used_in: [
        ...segments.map((use) => ({ kind: 'segment' as const, ...use })),
        ...campaigns.map((use) => ({ kind: 'campaign' as const, ...use })),
        ...automations.map((use) => ({ kind: 'automation' as const, ...use })),
      ],
      days: days.map(({ day, members, entered, gone }) => ({ day, members, entered, left: gone })),
    };
  }

  @Endpoint('POST /console/segments/:id/restore', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Restore an archived segment',
    description:
      'Within a day of archiving. Manual segments and snapshots have the members they had, live ones are evaluated again. Restoring a ' +
      'segment that is not archived succeeds.',
    returns: SegmentView,
    refuses: ['unknown', 'conflict'],
  })
  async restore(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<SegmentView> {
    const row = await this.segments.restore(workspaceId, id);
    const sentence = await this.trees.sentences(workspaceId, [row.tree]);
    return presentSegment(row, sentence(row.tree));
  }

  @Endpoint('GET /console/segments/:id/export', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Export the members of a segment as CSV',
    description: 'A value that a spreadsheet would run as a formula gets a quote before it.',
    returns: String,
    produces: 'text/csv',
    refuses: ['unknown'],
  })
  async export(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StreamableFile> {
    const segment = await this.segments.get(workspaceId, id);
    const first = await this.pages.members(workspaceId, segment.id, { limit: PAGE });
    return new StreamableFile(Readable.from(this.lines(workspaceId, segment.id, first)), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="segment.csv"',
    });
  }

  /** Yields lines page by page, because not all of them may fit in memory. */
  private async *lines(workspaceId: number, id: string, first: Page<MemberRow>): AsyncGenerator<string> {
    yield csvLine(['id', 'email', 'number', 'since']);
    for (let page = first; ;) {
      yield page.rows.map(lineOf).join('');
      if (!page.next) return;
      page = await this.pages.members(workspaceId, id, { limit: PAGE, after: page.next });
    }
  }
}

const lineOf = ({ uid, email, number, since }: MemberRow): string =>
  csvLine([uid, email ?? '', number ?? '', since.toISOString()]);
