import { ApiProperty } from '@nestjs/swagger';
import { FOLLOWED, RETRIED, type Followed, type Retried } from '@dundun/domain';
import { Bool, Int, OneOf, Text } from '../../fields/index.js';
import { EXAMPLE_ID } from './examples.js';

const WHO =
  'arrived: it was handed over, with no bounce since. opened and clicked: by a person. not_opened: it arrived, and nobody opened ' +
  'or clicked; left out is whose open is unknown, because only machines opened. not_opened_or_unknown: these as well. not_reached: ' +
  'it was given up for a reason that may have passed.';

/** POST /console/campaigns/{id}/follow-up. */
export class FollowUpBody {
  @OneOf(FOLLOWED, { description: `Which recipients. ${WHO}`, example: 'arrived' })
  who!: Followed;

  @Bool({
    optional: true,
    description: 'Whether the draft gets the content as well, but for the subject: it has to be another one.',
    example: false,
  })
  resend?: boolean;
}

/** POST /console/campaigns/{id}/retry. */
export class RetryCampaignBody {
  @OneOf(RETRIED, {
    description:
      'unknown: messages that were handed over without an answer; who got them gets a second one. not_reached: messages that were ' +
      'given up for a reason that may have passed.',
    example: 'unknown',
  })
  what!: Retried;

  @Int({
    optional: true,
    min: 0,
    max: 1_000_000_000,
    description: 'How many people get a message again. Refused with 409 that names the number unless it is exact.',
    example: 12,
  })
  confirm_count?: number;
}

/** PUT /console/campaigns/{id}/links. */
export class ChangeCampaignLinkBody {
  @Text({ min: 36, max: 36, description: 'The content that the link is in, from the report.', example: EXAMPLE_ID })
  content!: string;

  @Int({ min: 0, max: 10_000, description: 'The number of the link, from the report.', example: 0 })
  number!: number;

  @Text({
    min: 1,
    max: 2048,
    description: 'Where it leads from now on: http or https.',
    example: 'https://example.com/sale',
  })
  url!: string;
}

/** How many people could get a message again. */
export class CampaignRetriesView {
  @ApiProperty({ type: 'integer', description: 'Those whose message may or may not have arrived.', example: 12 })
  unknown!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Those whose message was given up for a reason that may have passed.',
    example: 3,
  })
  not_reached!: number;
}

/** The recipients of another campaign as an audience. */
export class FollowUpView {
  @ApiProperty({ description: 'The id of the other campaign.', example: EXAMPLE_ID })
  campaign!: string;

  @ApiProperty({ enum: FOLLOWED, description: WHO, example: 'not_opened' })
  who!: string;

  @ApiProperty({ description: 'Whether it says the same again, under another subject.', example: true })
  resends!: boolean;
}
