import { CAMPAIGN_STATES, SKIPS } from '@dundun/domain';
import { OneOf, Text } from '../../fields/index.js';
import { PageQuery } from '../../page.js';

const OPTIONAL = { optional: true } as const;

/** Selects campaigns, and pages through them. */
export class CampaignsQuery extends PageQuery {
  @Text({ ...OPTIONAL, max: 200, description: 'Part of the name, the subject or a label.', example: 'news' })
  q?: string;

  @OneOf(CAMPAIGN_STATES, {
    ...OPTIONAL,
    refusesEmpty: true,
    description: 'Only campaigns in this state.',
    example: 'draft',
  })
  state?: string;
}

/** Paging parameters and filters of the recipients of a campaign. */
export class CampaignRecipientsQuery extends PageQuery {
  @OneOf(['planned', 'queued', 'skipped', 'held_out'], {
    ...OPTIONAL,
    refusesEmpty: true,
    description: 'Only these.',
    example: 'skipped',
  })
  state?: string;

  @OneOf(SKIPS, {
    ...OPTIONAL,
    refusesEmpty: true,
    description: 'Only those skipped for this reason.',
    example: 'left',
  })
  reason?: string;
}
