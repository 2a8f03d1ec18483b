import { Readable } from 'node:stream';
import { Body, Controller, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import {
  CampaignCalendarQuery,
  CampaignCalendarView,
  CampaignReportView,
  ChangeCampaignLinkBody,
  ClickMapView,
} from '@dundun/contracts';
import { csvLine, InvalidInputError, isLocalDate, plusDays } from '@dundun/domain';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { NIL } from 'uuid';
import { CampaignCalendar } from './campaign-calendar.repository.js';
import { CampaignLinks } from './campaign-links.service.js';
import { CampaignReports } from './campaign-reports.service.js';
import type { CampaignRow } from '../definitions/campaign.js';
import { Campaigns } from '../definitions/campaigns.service.js';
import { RecipientPages, type ExportedRecipient } from '../audience/recipient-pages.repository.js';

const DOCUMENTED = { tag: 'Campaigns', access: 'console', refuses: ['unknown'] } as const;
const AT_ONCE = 1_000;
const MOST_DAYS = 62;
const COLUMNS = [
  'id',
  'email',
  'number',
  'list',
  'state',
  'reason',
  'message',
  'status',
  'opened',
  'clicked',
  'unsubscribed',
  'conversions',
  'revenue',
];
const BY = ['', 'machine', 'person'];

/** What became of campaigns, and when they start. */
@Controller()
export class CampaignReportsController {
  constructor(
    @Inject(Campaigns) private readonly campaigns: Campaigns,
    @Inject(CampaignReports) private readonly reports: CampaignReports,
    @Inject(CampaignLinks) private readonly links: CampaignLinks,
    @Inject(CampaignCalendar) private readonly days: CampaignCalendar,
    @Inject(RecipientPages) private readonly recipients: RecipientPages,
  ) {}

  @Endpoint('GET /console/campaigns/calendar', {
    tag: 'Campaigns',
    access: 'console',
    role: 'viewer',
    summary: 'List campaigns by day',
    description: 'Those that are scheduled or were started in the days given. Drafts have no day.',
    returns: CampaignCalendarView,
  })
  async calendar(
    @CurrentCaller() { workspaceId }: Caller,
    @Query() { from, to }: CampaignCalendarQuery,
  ): Promise<CampaignCalendarView> {
    for (const [field, day] of Object.entries({ from, to }))
      if (!isLocalDate(day)) throw new InvalidInputError([{ field, message: 'must be a day such as 2026-11-20' }]);
    if (to < from || to > plusDays(from, MOST_DAYS))
      throw new InvalidInputError([{ field: 'to', message: `must be at most ${MOST_DAYS} days after from` }]);
    const { zone, today } = await this.days.now(workspaceId);
    return { time_zone: zone, today, data: await this.days.between(workspaceId, zone, from, to) };
  }

  @Endpoint('GET /console/campaigns/:id/report', {
    ...DOCUMENTED,
    role: 'viewer',
    summary: 'Report on a campaign',
    description:
      'Read from counts that are about a second behind. Opens and clicks of machines are apart from those of people.',
    returns: CampaignReportView,
  })
  async show(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignReportView> {
    return this.reports.report(await this.campaigns.get(workspaceId, id));
  }

  @Endpoint('GET /console/campaigns/:id/click-map', {
    ...DOCUMENTED,
    role: 'viewer',
    summary: 'Show the mail of a campaign to show clicks on',
    description:
      'As it was started, without a reader: variables are empty. The report says how often each link was clicked.',
    returns: ClickMapView,
  })
  async clicks(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ClickMapView> {
    return this.reports.clickMap(await this.campaigns.get(workspaceId, id));
  }

  @Endpoint('PUT /console/campaigns/:id/links', {
    tag: 'Campaigns',
    access: 'console',
    role: 'marketer',
    summary: 'Let a link of a campaign lead elsewhere',
    description:
      'Also in messages that were sent: clicks lead to the new address within seconds, with the UTM parameters of the campaign. ' +
      'The report keeps the address that was sent. A link with variables is refused, because each message has its own.',
    returns: CampaignReportView,
    refuses: ['unknown', 'conflict'],
  })
  async relink(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: ChangeCampaignLinkBody,
  ): Promise<CampaignReportView> {
    await this.links.change(workspaceId, id, body);
    return this.reports.report(await this.campaigns.get(workspaceId, id));
  }

  @Endpoint('GET /console/campaigns/:id/recipients/export', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Export the recipients of a campaign as CSV',
    description:
      'Everybody with what became of their message: opened and clicked are person, machine or empty; revenue has an amount for ' +
      'each currency. A value that a spreadsheet ' +
      'would run as a formula gets a quote before it.',
    returns: String,
    produces: 'text/csv',
  })
  async export(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StreamableFile> {
    const campaign = await this.campaigns.get(workspaceId, id);
    const first = await this.recipients.exported(campaign, NIL, AT_ONCE);
    return new StreamableFile(Readable.from(this.lines(campaign, first)), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="recipients.csv"',
    });
  }

  /** Yields lines page by page, because not all of them may fit in memory. */
  private async *lines(campaign: CampaignRow, first: ExportedRecipient[]): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for (let rows = first; ;) {
      yield rows.map(lineOf).join('');
      const last = rows.at(-1);
      if (!last || rows.length < AT_ONCE) return;
      rows = await this.recipients.exported(campaign, last.person_id, AT_ONCE);
    }
  }
}

const lineOf = (row: ExportedRecipient): string =>
  csvLine([
    ...[row.uid, row.email, row.number, row.list_title, row.state, row.reason, row.message_id, row.message_status],
    ...[BY[row.opened], BY[row.clicked], row.left_at?.toISOString(), String(row.conversions), row.revenue],
  ].map((value) => value ?? '')); // prettier-ignore
