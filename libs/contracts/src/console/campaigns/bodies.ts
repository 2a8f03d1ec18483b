import { MESSAGE_CHANNELS, SMS_SOURCES, type JsonObject, type MessageChannel, type SmsSource } from '@dundun/domain';
import { Bool, Int, JsonMap, JsonMapList, Nested, OneOf, Text, TextList, Timestamp } from '../../fields/index.js';
import { ConversionGoalBody } from '../conversions.js';
import { LIST_ID, PROFILE_ID, SEGMENT_ID } from './examples.js';
import { CampaignTestBody } from './tests.js';
import { LocalStartBody, SendWindowBody } from './times.js';
import { CampaignUtmBody } from './utm.js';

const OPTIONAL = { optional: true } as const;
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

  @Bool({ ...OPTIONAL, description: 'Whether opens are tracked; true by default, and never of SMS.', example: true })
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

  @Nested(() => LocalStartBody, {
    ...OPTIONAL,
    nullable: true,
    shape: 'at and past',
    description:
      'Starts it on the clock of each recipient; null for everybody at the same moment. Its audience is fixed when the first ' +
      'clock on earth shows the time.',
  })
  local_start?: LocalStartBody | null;

  @Nested(() => SendWindowBody, {
    ...OPTIONAL,
    nullable: true,
    shape: 'weekdays, from, to and clock',
    description:
      'When its messages may leave: those that are due outside of it wait for the next opening. Null for always.',
  })
  window?: SendWindowBody | null;

  @OneOf(SMS_SOURCES, {
    ...OPTIONAL,
    nullable: true,
    description: 'The integration that carries its SMS; a campaign by SMS needs one.',
    example: 'termii',
  })
  sms_source?: SmsSource | null;

  @Text({
    ...OPTIONAL,
    nullable: true,
    max: 64,
    description: 'The sender ID of its SMS, one of the integration.',
    example: 'DUNDUN',
  })
  sms_from?: string | null;

  @Int({
    ...OPTIONAL,
    nullable: true,
    min: 1,
    max: 1_000_000_000,
    description:
      'Segments of SMS at most: it halts before it takes more. Null for no ceiling. Can be changed while it is sent.',
    example: 20_000,
  })
  most_sms_segments?: number | null;

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

  @JsonMap({
    ...OPTIONAL,
    description:
      'Values for variables of the content that are the same for everybody, at most 10,000 bytes. They win over those of the person.',
    example: { offer: '20%' },
  })
  data?: JsonObject;

  @Text({
    ...OPTIONAL,
    nullable: true,
    refusesEmpty: true,
    max: 500,
    description:
      'Why everybody of the audience has to get it, whatever they consented to, such as new terms or an outage: makes it transactional. Only an ' +
      'owner who is signed in sets it and starts such a campaign. Null for marketing.',
    example: 'New terms of service',
  })
  transactional_reason?: string | null;

  @Nested(() => CampaignUtmBody, {
    ...OPTIONAL,
    nullable: true,
    shape: 'source, medium, campaign, term, content and except',
    description: 'UTM parameters for its http(s) links, unless a link has them; null for none. Replaced as a whole.',
  })
  utm?: CampaignUtmBody | null;

  @Nested(() => ConversionGoalBody, {
    ...OPTIONAL,
    nullable: true,
    shape: 'event, where, amount, currency, days, refund_event and order',
    description: 'The event that it is sent for, which its report counts; null for none. Replaced as a whole.',
  })
  conversion?: ConversionGoalBody | null;
}

/** POST /console/campaigns/{id}/start. */
export class StartCampaignBody {
  @Timestamp({
    ...OPTIONAL,
    description: 'When; a minute from now by default. Not given with local_start, which says when.',
    example: '2026-11-21T08:00:00Z',
  })
  at?: Date;

  @Int({
    ...OPTIONAL,
    min: 0,
    max: 1_000_000_000,
    description:
      'The number of recipients that the check showed. Refused with 409 if it is more than 1% away from the number now.',
    example: 10_000,
  })
  confirm_count?: number;
}

/** POST /console/campaigns. */
export class CreateCampaignBody extends CampaignBody {
  @Text(NAME)
  name!: string;

  @Nested(() => StartCampaignBody, {
    ...OPTIONAL,
    shape: 'at and confirm_count',
    description:
      'Starts it at once, as POST /console/campaigns/{id}/start does; an empty object starts it in a minute. Without it, it stays a draft.',
  })
  start?: StartCampaignBody;

  @OneOf(MESSAGE_CHANNELS, {
    ...OPTIONAL,
    description:
      'What its messages are; email by default. An SMS is the `text`, and reaches who agreed to SMS of the list.',
    example: 'email',
  })
  channel?: MessageChannel;
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
