import { ApiProperty } from '@nestjs/swagger';
import { ConversionGoalView, ConversionPointView, ConversionSumsView } from '../conversions.js';

const number = (description: string, example: number) => ({ description, example, type: 'integer' }) as const;
const CONTENT_ID = '01934901-6c7d-7e0a-8b2e-0c1d2e3f4a5c';

/** Messages by what became of them, each counted once for each number. */
export class MailFiguresView {
  @ApiProperty(number('Messages handed over to a provider, or captured by the built-in inbox.', 9_978))
  sent!: number;

  @ApiProperty(number('Of those sent, messages without a bounce since.', 9_950))
  arrived!: number;

  @ApiProperty(number('Of those arrived, messages whose delivery a provider confirmed.', 9_120))
  confirmed!: number;

  @ApiProperty(number('Of those sent, messages that bounced.', 28))
  bounced!: number;

  @ApiProperty(number('Of those sent, messages that somebody reported as spam.', 3))
  complained!: number;

  @ApiProperty(number('Messages that no provider took, or whose outcome is unknown.', 4))
  failed!: number;

  @ApiProperty(number('Messages that took more than one attempt.', 61))
  deferred!: number;

  @ApiProperty(number('Messages that a person opened.', 4_100))
  opened!: number;

  @ApiProperty(
    number('Messages that only machines opened, such as privacy proxies: whether a person did is unknown.', 2_300),
  )
  opened_by_machine!: number;

  @ApiProperty(number('Messages in which a person clicked.', 620))
  clicked!: number;

  @ApiProperty(number('Messages in which only machines clicked, such as security scanners.', 45))
  clicked_by_machine!: number;

  @ApiProperty(number('Messages with which somebody unsubscribed, by a link in them.', 17))
  unsubscribed!: number;

  @ApiProperty(
    number(
      'Of those arrived, messages that are not tracked because their readers refuse that. Rates of opens and clicks leave them out.',
      40,
    ),
  )
  tracking_refused!: number;
}

/** What happened in an hour or on a day. */
export class CampaignPointView extends MailFiguresView {
  @ApiProperty({ type: 'string', format: 'date-time', description: 'Its start.', example: '2026-11-20T09:00:00.000Z' })
  at!: string;
}

/** The mail to one mailbox provider. */
export class MailboxFiguresView extends MailFiguresView {
  @ApiProperty({
    description:
      'The mailbox provider, such as google or microsoft, by the domain of the address; other for all others.',
    example: 'google',
  })
  mailbox!: string;
}

/** A link of the mail. */
export class CampaignLinkView {
  @ApiProperty({ description: 'The content that it is in.', example: CONTENT_ID })
  content!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The language of the content; null if it has one alone.',
    example: 'de',
  })
  language!: string | null;

  @ApiProperty(number('Its number in the content.', 0))
  number!: number;

  @ApiProperty({ type: 'string', nullable: true, description: 'Its target.', example: 'https://example.com/sale' })
  url!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The target that was sent, if it was changed later; null if it was not.',
    example: null,
  })
  was!: string | null;

  @ApiProperty(number('Messages in which a person clicked it.', 410))
  clicked!: number;

  @ApiProperty(number('Messages in which only machines clicked it.', 12))
  clicked_by_machine!: number;
}

/** What came of a variant. */
export class VariantConversionsView extends ConversionSumsView {
  @ApiProperty({ description: 'The variant.', example: 'a' })
  variant!: string;
}

/** What came of a campaign. */
export class CampaignConversionsView {
  @ApiProperty({ description: 'The event that it is sent for.', type: ConversionGoalView })
  goal!: ConversionGoalView;

  @ApiProperty({ description: 'All of it, about a second behind.', type: ConversionSumsView })
  total!: ConversionSumsView;

  @ApiProperty({ description: 'By variant, if it has several.', type: [VariantConversionsView] })
  variants!: VariantConversionsView[];

  @ApiProperty({
    description: 'Over time, in the unit of the report, without what has none.',
    type: [ConversionPointView],
  })
  points!: ConversionPointView[];
}

/** The report of a campaign. */
export class CampaignReportView {
  @ApiProperty({ description: 'All numbers together, about a second behind.', type: MailFiguresView })
  total!: MailFiguresView;

  @ApiProperty({ description: 'The time zone of hours and days: that of the workspace.', example: 'Africa/Lagos' })
  time_zone!: string;

  @ApiProperty({ enum: ['hour', 'day'], description: 'What a point is.', example: 'hour' })
  unit!: string;

  @ApiProperty({
    description:
      'The numbers over time, oldest first, without gaps: hours for three days, then days, thirty at most. Messages count when ' +
      'they were handed over, with the reports since; opens and clicks when they first happened.',
    type: [CampaignPointView],
  })
  points!: CampaignPointView[];

  @ApiProperty({ description: 'The numbers by mailbox provider, the largest first.', type: [MailboxFiguresView] })
  mailboxes!: MailboxFiguresView[];

  @ApiProperty({ description: 'The tracked links, the most clicked first.', type: [CampaignLinkView] })
  links!: CampaignLinkView[];

  @ApiProperty({
    description: 'What came of it; null without a conversion.',
    type: CampaignConversionsView,
    nullable: true,
  })
  conversions!: CampaignConversionsView | null;
}

/** The mail of a campaign without a reader, to show clicks on. */
export class ClickMapView {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The content; null before the start.',
    example: CONTENT_ID,
  })
  content!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The html, in which each tracked link leads to #link- and its number; null for mail without html.',
    example: '<a href="#link-0">Sale</a>',
  })
  html!: string | null;
}
