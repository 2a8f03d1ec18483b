import { ApiProperty } from '@nestjs/swagger';
import { CAMPAIGN_STATES, EXCLUSIONS, SKIPS, VARIANT_NAMES, type VariantName } from '@dundun/domain';
import { Bool, Email, Int, JsonMapList, Nested, OneOf, Text, TextList, Timestamp } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';
import { CampaignHaltView } from './campaign-checks.js';
import { CampaignContentView, CampaignDecisionView, CampaignTestBody, CampaignTestView } from './campaign-tests.js';

const OPTIONAL = { optional: true } as const;
const EXAMPLE_ID = '01934901-6c7d-7e0a-8b2e-0c1d2e3f4a5b';
const LIST_ID = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b10';
const SEGMENT_ID = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';
const PROFILE_ID = '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10';
const PER_MINUTE_MOST = 1_000_000;
const PART_MOST = 1_000_000;

const ids = (description: string, example: string) => ({
  ...OPTIONAL,
  min: 36,
  max: 36,
  most: 50,
  description,
  example: [example],
});
const id = (description: string, example: string) =>
  ({ ...OPTIONAL, nullable: true, min: 36, max: 36, description, example }) as const;
const part = (description: string, example: string) =>
  ({ ...OPTIONAL, nullable: true, max: PART_MOST, description, example }) as const;
const NAME = { min: 1, max: 100, header: true, description: 'Your name for it.', example: 'November news' } as const;
const time = (description: string) =>
  ({ description, type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) as const;
const amount = (description: string, example: number) => ({ type: 'integer', description, example }) as const;

/** What a draft decides. An absent key leaves the value; null clears it. */
abstract class CampaignBody {
  @TextList({
    ...OPTIONAL,
    min: 1,
    max: 50,
    most: 20,
    description: 'Labels to find campaigns by.',
    example: ['newsletter'],
  })
  labels?: string[];

  @TextList(
    ids(
      'Lists whose subscribers get it. The first one where somebody is subscribed is what the unsubscribe link ends.',
      LIST_ID,
    ),
  )
  lists?: string[];

  @TextList(ids('Segments whose members get it, if they are subscribed to one of the lists or to `list`.', SEGMENT_ID))
  segments?: string[];

  @TextList(ids('Lists whose subscribers do not get it.', LIST_ID))
  without_lists?: string[];

  @TextList(ids('Segments whose members do not get it.', SEGMENT_ID))
  without_segments?: string[];

  @Text(id('The list that mail to members of segments belongs to; needed if no list is in the audience.', LIST_ID))
  list?: string | null;

  @Text(id('The sending profile; null for the default one.', PROFILE_ID))
  profile?: string | null;

  @Text({ ...part('The name or id of a template for the parts that are not given here.', 'newsletter'), max: 255 })
  template?: string | null;

  @Text({ ...part('The subject, with Liquid.', 'News for {{ first_name | default: "you" }}'), max: 998 })
  subject?: string | null;

  @Text(part('The html, with Liquid.', '<p>Hello {{ first_name | default: "there" }}</p>'))
  html?: string | null;

  @Text(part('The MJML that the html is made from, with Liquid.', '<mjml><mj-body>…</mj-body></mjml>'))
  mjml?: string | null;

  @Text(part('The text, with Liquid; derived from the html when absent.', 'Hello {{ first_name | default: "there" }}'))
  text?: string | null;

  @Bool({ ...OPTIONAL, description: 'Whether opens are tracked; true by default.', example: true })
  track_opens?: boolean;

  @Bool({ ...OPTIONAL, description: 'Whether clicks are tracked; true by default.', example: true })
  track_clicks?: boolean;

  @Int({
    ...OPTIONAL,
    nullable: true,
    min: 1,
    max: PER_MINUTE_MOST,
    description: 'Messages a minute at most; null for as fast as mail is handed over. Can be changed while it is sent.',
    example: 600,
  })
  per_minute?: number | null;

  @JsonMapList({
    ...OPTIONAL,
    nullable: true,
    most: 2,
    description:
      'Up to two more variants, b and c: objects with what they say instead, of subject, html, mjml, text and template. Null for ' +
      'none.',
    example: [{ subject: 'Last chance, {{ first_name | default: "friend" }}' }],
  })
  variants?: object[] | null;

  @Nested(() => CampaignTestBody, {
    ...OPTIONAL,
    nullable: true,
    shape: 'percent, metric, hours and fallback',
    description: 'How the variants are compared; null for the defaults.',
  })
  test?: CampaignTestBody | null;

  @Int({
    ...OPTIONAL,
    min: 0,
    max: 50,
    description: 'The share of recipients who get nothing, in percent, so that they can be compared with the others.',
    example: 0,
  })
  holdout_percent?: number;
}

/** POST /console/campaigns. */
export class CreateCampaignBody extends CampaignBody {
  @Text(NAME)
  name!: string;
}

/** PUT /console/campaigns/{id}. */
export class UpdateCampaignBody extends CampaignBody {
  @Text({ ...OPTIONAL, ...NAME, refusesEmpty: true })
  name?: string;

  @Timestamp({
    ...OPTIONAL,
    description: 'The updated_at that this change is based on. Refused with 409 if the campaign was changed since.',
    example: '2026-11-20T09:30:00.000Z',
  })
  base_updated_at?: Date;
}

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

const TRIED = {
  ...OPTIONAL,
  min: 1,
  max: 255,
  description: 'A person whose data to use.',
  example: 'user-42',
} as const;

const TRIED_VARIANT = { ...OPTIONAL, description: 'The variant; a by default.', example: 'b' } as const;

/** POST /console/campaigns/{id}/preview. */
export class PreviewCampaignBody {
  @Text(TRIED)
  uid?: string;

  @OneOf(VARIANT_NAMES, TRIED_VARIANT)
  variant?: VariantName;
}

/** POST /console/campaigns/{id}/test. */
export class TestCampaignBody {
  @Email({ description: 'Recipient of the test.', example: 'ada@example.com' })
  to!: string;

  @Text(TRIED)
  uid?: string;

  @OneOf(VARIANT_NAMES, TRIED_VARIANT)
  variant?: VariantName;
}

/** POST /console/campaigns/{id}/start. */
export class StartCampaignBody {
  @Timestamp({ ...OPTIONAL, description: 'When; a minute from now by default.', example: '2026-11-21T08:00:00Z' })
  at?: Date;

  @Int({
    ...OPTIONAL,
    min: 0,
    max: 1_000_000_000,
    description:
      'The number of recipients that the check showed. Refused with 409 if it is more than 1 % away from the number now.',
    example: 10_000,
  })
  confirm_count?: number;
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

/** The people of a campaign by what became of them: matched is the sum of the others. */
export class CampaignPeopleView {
  @ApiProperty(amount('Everybody whom the audience matched.', 12_000))
  matched!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: `Those who are no recipients, by reason: ${EXCLUSIONS.join(', ')}.`,
    example: { pending: 900, suppressed: 300 },
  })
  excluded!: Record<string, number>;

  @ApiProperty(amount('Recipients who wait for their message.', 800))
  planned!: number;

  @ApiProperty(amount('Recipients who have a message.', 9_990))
  queued!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: `Recipients who got no message, by reason: ${SKIPS.join(', ')}.`,
    example: { left: 10 },
  })
  skipped!: Record<string, number>;
}

/** Messages of a campaign by what was done with them, each counted once. */
export class CampaignEngagementView {
  @ApiProperty(amount('Messages that a person opened.', 4_100))
  opened!: number;

  @ApiProperty(
    amount('Messages that only machines opened, such as privacy proxies: whether a person did is unknown.', 2_300),
  )
  opened_by_machine!: number;

  @ApiProperty(amount('Messages in which a person clicked.', 620))
  clicked!: number;

  @ApiProperty(amount('Messages in which only machines clicked, such as security scanners.', 45))
  clicked_by_machine!: number;

  @ApiProperty(amount('Messages with which somebody unsubscribed, by a link in them.', 17))
  unsubscribed!: number;
}

/** A campaign. */
export class CampaignView {
  @ApiProperty({ description: 'The id.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ description: 'Your name for it.', example: 'November news' })
  name!: string;

  @ApiProperty({ description: 'Labels to find it by.', type: [String], example: ['newsletter'] })
  labels!: string[];

  @ApiProperty({
    enum: CAMPAIGN_STATES,
    description:
      'draft: nothing happens. scheduled: it starts at start_at. freezing: its recipients are being fixed. sending: messages ' +
      'leave. paused: none leaves until it is resumed. halted: like paused, by itself; see halt. sent and canceled: nothing more happens.',
    example: 'sending',
  })
  state!: string;

  @ApiProperty({ description: 'Lists whose subscribers get it.', type: [String], example: [LIST_ID] })
  lists!: string[];

  @ApiProperty({ description: 'Segments whose members get it.', type: [String], example: [] })
  segments!: string[];

  @ApiProperty({ description: 'Lists whose subscribers do not get it.', type: [String], example: [] })
  without_lists!: string[];

  @ApiProperty({ description: 'Segments whose members do not get it.', type: [String], example: [] })
  without_segments!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'The list for members of segments.', example: null })
  list!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The sending profile.', example: PROFILE_ID })
  profile!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The template for absent parts.', example: 'newsletter' })
  template!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The subject.', example: 'News for {{ first_name }}' })
  subject!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The html.', example: null })
  html!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The MJML.', example: null })
  mjml!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The text.', example: null })
  text!: string | null;

  @ApiProperty({ description: 'Whether opens are tracked.', example: true })
  track_opens!: boolean;

  @ApiProperty({ description: 'Whether clicks are tracked.', example: true })
  track_clicks!: boolean;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Messages a minute at most.', example: null })
  per_minute!: number | null;

  @ApiProperty({
    type: [CampaignContentView],
    description: 'What the variants after the first say instead.',
    example: [{ subject: 'Last chance' }],
  })
  variants!: CampaignContentView[];

  @ApiProperty({ type: CampaignTestView, nullable: true, description: 'How the variants are compared.' })
  test!: CampaignTestView | null;

  @ApiProperty({ type: 'integer', description: 'Percent of recipients who get nothing.', example: 0 })
  holdout_percent!: number;

  @ApiProperty({ ...time('When the messages of the test had been handed over.'), nullable: true })
  test_ended_at!: string | null;

  @ApiProperty({ type: CampaignDecisionView, nullable: true, description: 'The decision of its test.' })
  decision!: CampaignDecisionView | null;

  @ApiProperty({ ...time('When it starts, or started.'), nullable: true })
  start_at!: string | null;

  @ApiProperty({ ...time('When its recipients were fixed.'), nullable: true })
  frozen_at!: string | null;

  @ApiProperty({ ...time('When it was sent or canceled.'), nullable: true })
  ended_at!: string | null;

  @ApiProperty({ type: CampaignHaltView, nullable: true, description: 'Why it is halted.', example: null })
  halt!: CampaignHaltView | null;

  @ApiProperty({ type: CampaignPeopleView, description: 'Its people; all 0 before the start.' })
  people!: CampaignPeopleView;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description:
      'Its messages by the status in which they have ended, and those that are waiting; their sum is people.queued.',
    example: { waiting: 12, sent: 9_978 },
  })
  messages!: Record<string, number>;

  @ApiProperty({ type: CampaignEngagementView, description: 'Opens and clicks, about a second behind.' })
  engagement!: CampaignEngagementView;

  @ApiProperty(time('When it was created.'))
  created_at!: string;

  @ApiProperty(time('When it last changed.'))
  updated_at!: string;
}

/** A page of campaigns, newest first. */
export class CampaignPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [CampaignView] })
  data!: CampaignView[];
}

/** A recipient of a campaign. */
export class CampaignRecipientView {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The id of the user; null once erased.',
    example: 'u-1042',
  })
  uid!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The address now.', example: 'ada@example.com' })
  email!: string | null;

  @ApiProperty({
    enum: ['planned', 'queued', 'skipped', 'held_out'],
    description:
      'planned: waits for its message. queued: has one. skipped: gets none. held_out: gets none, to be compared with.',
    example: 'queued',
  })
  state!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: `Why it was skipped: ${SKIPS.join(', ')}.`,
    example: null,
  })
  reason!: string | null;

  @ApiProperty({
    enum: VARIANT_NAMES,
    nullable: true,
    description: 'Its variant; null before it has one.',
    example: 'a',
  })
  variant!: string | null;

  @ApiProperty({ description: 'The list that the mail belongs to.', example: LIST_ID })
  list!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The id of the message.', example: EXAMPLE_ID })
  message!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The status of the message.', example: 'sent' })
  status!: string | null;
}

/** A page of recipients. */
export class CampaignRecipientPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [CampaignRecipientView] })
  data!: CampaignRecipientView[];
}
