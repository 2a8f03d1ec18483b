import { Body, Controller, Inject, Param } from '@nestjs/common';
import { CampaignRetriesView, CampaignView, FollowUpBody, RetryCampaignBody } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { FollowUps } from '../definitions/follow-ups.service.js';
import { CampaignRetries } from '../sending/campaign-retries.service.js';
import { CampaignViews } from './campaign-views.service.js';

const MARKETER = {
  tag: 'Campaigns',
  access: 'console',
  role: 'marketer',
  returns: CampaignView,
  refuses: ['unknown', 'conflict'],
} as const;

/** What comes after a campaign: drafts for some of its recipients, and messages that are made again. */
@Controller()
export class CampaignFollowUpsController {
  constructor(
    @Inject(FollowUps) private readonly followUps: FollowUps,
    @Inject(CampaignRetries) private readonly retries: CampaignRetries,
    @Inject(CampaignViews) private readonly views: CampaignViews,
  ) {}

  @Endpoint('POST /console/campaigns/:id/follow-up', {
    ...MARKETER,
    summary: 'Write to recipients of a campaign',
    description:
      'Creates a draft whose audience is those who got the campaign, opened it or did not. Consent, suppressions and exclusions ' +
      'count as they are when the draft starts. Messages that retention has deleted are not known any more.',
    examples: { 'To those who got it': { who: 'arrived' }, 'The same again': { who: 'not_opened', resend: true } },
  })
  async follow(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { who, resend = false }: FollowUpBody,
  ): Promise<CampaignView> {
    return this.views.of(await this.followUps.create(workspaceId, id, who, resend));
  }

  @Endpoint('GET /console/campaigns/:id/retry', {
    tag: 'Campaigns',
    access: 'console',
    role: 'viewer',
    summary: 'Count who could get a message of a campaign again',
    description: 'At most 20,000 of each kind, the most that one call of POST makes again.',
    returns: CampaignRetriesView,
    refuses: ['unknown'],
  })
  count(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<CampaignRetriesView> {
    return this.retries.count(workspaceId, id);
  }

  @Endpoint('POST /console/campaigns/:id/retry', {
    ...MARKETER,
    summary: 'Make messages of a campaign again',
    description:
      'For a campaign that was sent, 20,000 people at a time. Each of them gets another message of the same content, as soon as ' +
      'hours, caps and consent allow. Without confirm_count nothing happens, and 409 says how many people they are.',
    examples: { 'Those whose outcome is unknown': { what: 'unknown', confirm_count: 12 } },
  })
  async retry(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { what, confirm_count }: RetryCampaignBody,
  ): Promise<CampaignView> {
    return this.views.of(await this.retries.retry(workspaceId, id, what, confirm_count));
  }
}
