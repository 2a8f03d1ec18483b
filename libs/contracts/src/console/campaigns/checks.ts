import { ApiProperty } from '@nestjs/swagger';
import { CAMPAIGN_HALTS, CAMPAIGN_PROBLEMS, CAMPAIGN_WARNINGS, EXCLUSIONS, SMS_SOURCES } from '@dundun/domain';
import { CampaignZoneView } from './times.js';

const amount = (description: string, example: number) => ({ type: 'integer', description, example }) as const;

/** Why a campaign halted by itself. */
export class CampaignHaltView {
  @ApiProperty({
    enum: CAMPAIGN_HALTS,
    description:
      'domain_not_connected, domain_failing, no_provider, no_sender, plan_limit, segment_failed: mend it, then resume. list_archived, segment_archived, ' +
      'segment_changed, late: something changed after the start was confirmed; resume if it should go out all the same. ' +
      'bounces, complaints, refusals: too much of its mail failed; find out why before you resume. sms_ceiling: raise ' +
      'most_sms_segments, then resume.',
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

/** The warm-up that a campaign goes through. */
export class CampaignWarmingView {
  @ApiProperty({ description: 'The sending domain.', example: 'shop.example' })
  domain!: string;

  @ApiProperty({ type: 'integer', description: 'About so many days until everybody has it.', example: 10 })
  days!: number;
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

/** A sender of SMS. */
export class SmsSenderView {
  @ApiProperty({ enum: SMS_SOURCES, description: 'The integration.', example: 'termii' })
  source!: string;

  @ApiProperty({ description: 'The sender ID.', example: 'DUNDUN' })
  from!: string;
}

/** What the SMS of a campaign would come to, by the texts of 200 recipients. */
export class CampaignSmsView {
  @ApiProperty(amount('Segments of all SMS together.', 12_400))
  segments!: number;

  @ApiProperty(amount('Segments of the longest text.', 2))
  most!: number;

  @ApiProperty({ description: 'The longest text.', example: 'Hello Maximiliane, our sale begins …' })
  longest!: string;

  @ApiProperty({
    enum: ['gsm7', 'ucs2'],
    description: 'Its alphabet: 160 characters fit in a segment of gsm7, 70 in one of ucs2.',
    example: 'gsm7',
  })
  encoding!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Recipients by country; an unknown one has an empty name.',
    example: { NG: 9_000, GB: 300 },
  })
  countries!: Record<string, number>;

  @ApiProperty({ description: 'Who can send it.', type: [SmsSenderView] })
  senders!: SmsSenderView[];
}

/** A language of a content, and who gets it. */
export class CampaignLanguageView {
  @ApiProperty({ description: 'The language.', example: 'de' })
  language!: string;

  @ApiProperty(amount('Those who get the content in it.', 1_204))
  people!: number;

  @ApiProperty({ description: 'Whether it is for everybody whose language the content lacks.', example: false })
  is_default!: boolean;
}

/** What a start would do, and what keeps it from starting. */
export class CampaignCheckView {
  @ApiProperty(amount('Everybody whom the audience matches.', 12_000))
  matched!: number;

  @ApiProperty(amount('Those who would get it.', 10_800))
  recipients!: number;

  @ApiProperty(
    amount(
      'Of them, those who are subscribed to none of its lists, and whom a transactional campaign reaches all the same.',
      0,
    ),
  )
  without_consent!: number;

  @ApiProperty({ description: 'Whether everybody was looked at; otherwise there are at least so many.', example: true })
  is_exact!: boolean;

  @ApiProperty({
    description:
      'Whether what somebody approves, or has approved, was edited since, such as a template or a segment: ask for approval again.',
    example: false,
  })
  approval_void!: boolean;

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

  @ApiProperty({
    description: 'The recipients by the language in which they get it, most first; empty if it is in one language.',
    type: [CampaignLanguageView],
    example: [],
  })
  languages!: CampaignLanguageView[];

  @ApiProperty({ description: 'Variables that the content names.', type: [String], example: ['first_name'] })
  variables!: string[];

  @ApiProperty({ type: CampaignSmsView, nullable: true, description: 'What its SMS come to; null for mail.' })
  sms!: CampaignSmsView | null;
}
