import { type JsonObject, type MailAddress, parseSmsSource, SMS_CHANNELS, SMS_SOURCE_SPELLINGS } from '@dundun/domain';
import type { SmsChannel, SmsSource } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { type AttachmentInput, Attachments } from './send-attachments.js';
import { MailHeaders } from './send-headers.js';
import { Metadata, Tags } from './send-labels.js';
import {
  Across,
  AddressList,
  type Body,
  Bool,
  DigitsPhone,
  Email,
  JsonMap,
  JsonMapList,
  Nested,
  OneOf,
  OneOrManyAddresses,
  Text,
  Timestamp,
} from './fields/index.js';

/** In a send, an empty text counts as an absent key. */
const OPTIONAL = { optional: true, blankIsAbsent: true } as const;
const REQUIRED = { blankIsAbsent: true } as const;
const LIST = { ...OPTIONAL, min: 1, max: 255, description: 'The id of the list that the message belongs to.' } as const;

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
const hasContent = ({ html, text, template }: Body) => isGiven(html) || isGiven(text) || isGiven(template);

const SEND_AT = {
  optional: true,
  description:
    'When to send the message, at most 90 days ahead; immediately when absent or past. Epoch times are in milliseconds; ' +
    'times before the year 2000 are refused. A scheduled message can be canceled.',
  example: '2026-12-24T08:00:00Z',
} as const;

const TAGS = {
  optional: true,
  description: 'Labels to find messages by and to report on; providers that know tags receive them.',
  example: ['receipt'],
} as const;

const METADATA = {
  optional: true,
  description: 'Your own facts about the message. They are shown with it and in the feed, and not handed to providers.',
  example: { order: 1042 },
} as const;

/** The sender of an email. */
export class SenderBody {
  @Text({
    ...REQUIRED,
    min: 1,
    max: 255,
    header: true,
    notBlank: true,
    description: 'The name that readers see.',
    example: 'Ada',
  })
  name!: string;

  @Email({ description: 'An address of a connected domain or a subdomain of it.', example: 'ada@example.com' })
  email!: string;
}

/** POST /v1/send/email. */
export class SendEmailBody {
  @Nested(() => SenderBody, { shape: 'name and email', description: 'The sender.' })
  from!: SenderBody;

  @OneOrManyAddresses({
    ...REQUIRED,
    description: 'Recipients; at most 100 in to, cc and bcc together, duplicates counted once.',
    example: ['Grace <grace@example.com>'],
  })
  to!: MailAddress[];

  @AddressList({ ...OPTIONAL, description: 'Carbon copy recipients.', example: ['carol@example.com'] })
  cc?: MailAddress[];

  @AddressList({ ...OPTIONAL, description: 'Blind carbon copy recipients.', example: ['dan@example.com'] })
  bcc?: MailAddress[];

  @Text({
    ...REQUIRED,
    min: 1,
    max: 998,
    header: true,
    notBlank: true,
    description: 'Overrides the subject of a template.',
    example: 'Welcome',
  })
  subject!: string;

  @Across('content', 'must be given when there is no text and no template', (_, body) => hasContent(body))
  @Text({ ...OPTIONAL, description: 'HTML content.', example: '<p>Welcome, Grace</p>' })
  html?: string;

  @Text({ ...OPTIONAL, description: 'Text content; derived from html when absent.', example: 'Welcome, Grace' })
  text?: string;

  @Text({ ...OPTIONAL, max: 255, description: 'The name or id of a template.', example: 'welcome' })
  template?: string;

  @Across('with_template', 'must be given with template', (value, { template }) => isGiven(value) || !isGiven(template))
  @JsonMap({ optional: true, description: 'Values of the template’s variables.', example: { name: 'Grace' } })
  template_variables?: JsonObject;

  @Text({
    ...OPTIONAL,
    min: 2,
    max: 35,
    header: true,
    description:
      'Language of the template’s content; by default that of the variable `language`. A language that the template lacks is its own.',
    example: 'fr',
  })
  language?: string;

  @OneOrManyAddresses({ ...OPTIONAL, description: 'Address or addresses for replies.', example: 'help@example.com' })
  reply_to?: MailAddress[];

  @Bool({
    ...OPTIONAL,
    description: 'Whether clicks are tracked; never those of a user who refuses it.',
    example: false,
  })
  track_clicks?: boolean;

  @Bool({
    ...OPTIONAL,
    description: 'Whether opens are tracked; never those of a user who refuses it.',
    example: false,
  })
  track_opens?: boolean;

  @Text({ ...LIST, example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' })
  list?: string;

  @Attachments({ optional: true, description: 'Files to send along.' })
  attachments?: AttachmentInput[];

  @MailHeaders({
    optional: true,
    description:
      'Headers of the mail: X-… and some standard ones, which a refusal names. Names that give orders to mail servers are refused.',
    example: { 'X-Order': '1042', 'In-Reply-To': '<1041@example.com>' },
  })
  headers?: Record<string, string>;

  @Tags(TAGS)
  tags?: string[];

  @Metadata(METADATA)
  metadata?: JsonObject;

  @Timestamp(SEND_AT)
  send_at?: Date;
}

/** POST /v1/send/sms. */
export class SendSmsBody {
  @Text({
    ...REQUIRED,
    min: 1,
    max: 64,
    header: true,
    description: 'A sender ID of the integration.',
    example: 'DUNDUN',
  })
  from!: string;

  @DigitsPhone({
    ...REQUIRED,
    description: 'The recipient: country code and number, digits only.',
    example: '2348012345678',
  })
  to!: string;

  @Text({
    ...REQUIRED,
    min: 1,
    notBlank: true,
    description: 'The text of the message, at most 10 segments.',
    example: 'Your code is 123456',
  })
  body!: string;

  @OneOf(SMS_SOURCE_SPELLINGS, {
    ...REQUIRED,
    parse: parseSmsSource,
    description: 'The SMS integration; africastalking is an alias of at.',
    example: 'termii',
  })
  source!: SmsSource;

  @Bool({
    ...OPTIONAL,
    description: 'Whether links are rewritten so that clicks are tracked; never for a user who refuses it.',
    example: false,
  })
  track_clicks?: boolean;

  @OneOf(SMS_CHANNELS, {
    ...OPTIONAL,
    description:
      'Only with termii and kudisms: generic (the default) for promotional texts, dnd for transactional ones.',
    example: 'dnd',
  })
  channel?: SmsChannel;

  @Text({ ...LIST, example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' })
  list?: string;

  @Tags(TAGS)
  tags?: string[];

  @Metadata(METADATA)
  metadata?: JsonObject;

  @Timestamp(SEND_AT)
  send_at?: Date;
}

/** POST /v1/send/batch. */
export class SendBatchBody {
  @JsonMapList({
    most: 500,
    description: 'Messages: the body of a send with `type`, email or sms.',
    example: [{ type: 'sms', from: 'DUNDUN', to: '2348012345678', body: 'Your code is 123456', source: 'termii' }],
  })
  messages!: JsonObject[];
}

/** Result of one message of a batch. */
export class BatchItemView {
  @ApiProperty({ required: false, description: 'Identifies the message; absent when it was refused.' })
  id?: string;

  @ApiProperty({
    type: [String],
    required: false,
    description: 'The notices that the single send would have in the header Dundun-Notice; absent without notices.',
    example: ['ignored unknown keys: template_varibles'],
  })
  notices?: string[];

  @ApiProperty({ required: false, description: 'Why the message was refused.' })
  error?: string;

  @ApiProperty({ required: false, description: 'The code that the single send would have in the header Dundun-Error.' })
  code?: string;
}

/** Results of a batch, one per message in their order. Valid messages are stored even if others are refused. */
export class BatchAccepted {
  @ApiProperty({ description: 'An answer for each message, in the order of the request.', type: [BatchItemView] })
  data!: BatchItemView[];
}

/** The answer of a send: the message is stored. */
export class MessageAccepted {
  @ApiProperty({ description: 'Identifies the message.', example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;
}
