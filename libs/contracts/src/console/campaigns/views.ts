import { ApiProperty } from '@nestjs/swagger';
import { CAMPAIGN_STATES, EXCLUSIONS, MESSAGE_CHANNELS, SKIPS, VARIANT_NAMES, type JsonObject } from '@dundun/domain';
import { PageView } from '../../page.js';
import { ApprovalView } from '../approvals.js';
import { ConversionGoalView, ConversionSumsView } from '../conversions.js';
import { CampaignHaltView, CampaignWarmingView } from './checks.js';
import { EXAMPLE_ID, LIST_ID, PROFILE_ID } from './examples.js';
import { FollowUpView } from './follow-ups.js';
import { CampaignContentView, CampaignDecisionView, CampaignTestView } from './tests.js';
import { LocalStartView, SendWindowView } from './times.js';
import { CampaignUtmView } from './utm.js';

const time = (description: string) =>
  ({ description, type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) as const;
const amount = (description: string, example: number) => ({ type: 'integer', description, example }) as const;

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

  @ApiProperty(amount('Messages in whose place others were made for the same recipients, by a retry or a resume.', 0))
  retried!: number;
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

  @ApiProperty(
    amount(
      'Messages that arrived and are not tracked because their readers refuse that. Rates of opens and clicks leave them out.',
      40,
    ),
  )
  tracking_refused!: number;
}

/** A campaign. */
export class CampaignView {
  @ApiProperty({ description: 'The id.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ description: 'Your name for it.', example: 'November news' })
  name!: string;

  @ApiProperty({ enum: MESSAGE_CHANNELS, description: 'What its messages are.', example: 'email' })
  channel!: string;

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

  @ApiProperty({
    type: FollowUpView,
    nullable: true,
    description: 'The recipients of another campaign as its audience; its lists then say whose consent counts.',
    example: null,
  })
  follows!: FollowUpView | null;

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

  @ApiProperty({ type: 'string', nullable: true, description: 'The integration of its SMS.', example: null })
  sms_source!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The sender ID of its SMS.', example: null })
  sms_from!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Segments of SMS at most.', example: null })
  most_sms_segments!: number | null;

  @ApiProperty({ type: 'integer', description: 'Segments of the SMS that it has made.', example: 0 })
  sms_segments!: number;

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

  @ApiProperty({ type: LocalStartView, nullable: true, description: 'Its start on the clock of each recipient.' })
  local_start!: LocalStartView | null;

  @ApiProperty({ type: SendWindowView, nullable: true, description: 'When its messages may leave.' })
  window!: SendWindowView | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Values for variables of the content that are the same for everybody.',
    example: { offer: '20%' },
  })
  data!: JsonObject;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Why everybody gets it, whatever they consented to; null for marketing.',
    example: null,
  })
  transactional_reason!: string | null;

  @ApiProperty({ type: CampaignUtmView, nullable: true, description: 'UTM parameters of its links.' })
  utm!: CampaignUtmView | null;

  @ApiProperty({ type: ConversionGoalView, nullable: true, description: 'The event that it is sent for.' })
  conversion!: ConversionGoalView | null;

  @ApiProperty({ type: ConversionSumsView, nullable: true, description: 'What came of it; null without a conversion.' })
  conversions!: ConversionSumsView | null;

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

  @ApiProperty({ type: ApprovalView, nullable: true, description: 'Its approval; null as long as nobody asks for it.' })
  approval!: ApprovalView | null;

  @ApiProperty({
    type: CampaignWarmingView,
    nullable: true,
    description: 'The warm-up of its domain, which spreads the mail that has not left over days; null without one.',
    example: null,
  })
  warming_up!: CampaignWarmingView | null;

  @ApiProperty({ type: CampaignPeopleView, description: 'Its people; all 0 before the start.' })
  people!: CampaignPeopleView;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description:
      'Its messages by the status in which they have ended, those that are waiting, and those that others have replaced; their sum is people.queued and people.retried.',
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

  @ApiProperty({ type: 'string', nullable: true, description: 'The number now.', example: '2348012345678' })
  number!: string | null;

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

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The list that the mail belongs to, or by which somebody would get marketing; null for who gets a transactional campaign without that.',
    example: LIST_ID,
  })
  list!: string | null;

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
