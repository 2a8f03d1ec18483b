import { ApiProperty } from '@nestjs/swagger';
import { CAMPAIGN_HALTS, CAMPAIGN_PROBLEMS, CAMPAIGN_WARNINGS, EXCLUSIONS } from '@dundun/domain';
import { CampaignZoneView } from './times.js';

const amount = (description: string, example: number) => ({ type: 'integer', description, example }) as const;

/** Why a campaign halted by itself. */
export class CampaignHaltView {
  @ApiProperty({
    enum: CAMPAIGN_HALTS,
    description:
      'domain_not_connected, domain_failing, no_provider, plan_limit, segment_failed: mend it, then resume. list_archived, segment_archived, ' +
      'segment_changed, late: something changed after the start was confirmed; resume if it should go out all the same. ' +
      'bounces, complaints, refusals: too much of its mail failed; find out why before you resume.',
    example: 'refusals',
  })
  code!: string;

  @ApiProperty({
    description: 'Why, as a sentence without its end.',
    example: 'the provider refused 30 of 100 messages of the last minute',
  })
  message!: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it halted.',
    example: '2026-11-20T09:30:00.000Z',
  })
  at!: string;
}

/** Something that keeps a campaign from starting, or that is worth a look. */
export class CampaignFindingView {
  @ApiProperty({
    enum: [...CAMPAIGN_PROBLEMS, ...CAMPAIGN_WARNINGS],
    description: 'What it is; never changes.',
    example: 'excluded_archived',
  })
  code!: string;

  @ApiProperty({
    description: 'A sentence without its end.',
    example: '“Old news”, which is left out, is archived',
  })
  message!: string;
}

/** What a start would do, and what keeps it from starting. */
export class CampaignCheckView {
  @ApiProperty(amount('Everybody whom the audience matches.', 12_000))
  matched!: number;

  @ApiProperty(amount('Those who would get it.', 10_800))
  recipients!: number;

  @ApiProperty({ description: 'Whether everybody was looked at; otherwise there are at least so many.', example: true })
  is_exact!: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: `Those who would not get it, by reason: ${EXCLUSIONS.join(', ')}.`,
    example: { pending: 900, suppressed: 300 },
  })
  excluded!: Record<string, number>;

  @ApiProperty({
    description:
      'What keeps it from starting. Variables are looked for in the data of 200 recipients: the newest, the oldest and others.',
    type: [CampaignFindingView],
    example: [],
  })
  problems!: CampaignFindingView[];

  @ApiProperty({ description: 'What to look at before the start.', type: [CampaignFindingView] })
  warnings!: CampaignFindingView[];

  @ApiProperty({
    description:
      'The recipients by zone with when it is their turn, the earliest first; empty unless it has a local_start.',
    type: [CampaignZoneView],
    example: [],
  })
  zones!: CampaignZoneView[];

  @ApiProperty({ description: 'Variables that the content names.', type: [String], example: ['first_name'] })
  variables!: string[];
}
