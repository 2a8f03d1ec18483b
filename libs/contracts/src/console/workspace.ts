import { PLANS, type Plan } from '@dundun/domain';
import { FONT_NAMES, type FontName } from '@dundun/domain/mail-design';
import { ApiProperty } from '@nestjs/swagger';
import { Bool, Int, Nested, OneOf, Text } from '../fields/index.js';
import { Color, LanguageTag } from '../brand-fields.js';
import { HoursBody, HoursView } from '../hours.js';
import { TimeZone } from '../user-fields.js';

const STRICT =
  'Whether a call with the key alone may do only what others cannot suffer from. Switched off, anybody who reads the key ' +
  'on a web page can subscribe strangers without a confirmation and change the texts of confirmation mail.';
const ZONE = 'IANA time zone by whose days segments count; UTC by default.';
const budget = (max: number, description: string, example: number) =>
  ({ min: 1, max, optional: true, description, example }) as const;
const NETWORK = budget(
  1_000_000,
  'Confirmation mails an hour that one network (/24, /48) may cause with the key alone or by hosted forms.',
  20,
);
const LIST = budget(1_000_000, 'The same for one list.', 300);
const WORKSPACE = budget(1_000_000, 'The same for the whole workspace.', 1_000);
const MAILBOX = budget(
  100,
  'Confirmation mails a day to one mailbox, whatever causes them. Dots and tags after a plus do not make another mailbox.',
  3,
);

const COLOR = 'Brand colour, as #rrggbb. Templates and hosted pages may use it.';
const TEXT_COLOR = 'Colour of text in new templates, as #rrggbb; null: that of the editor.';
const PAGE_COLOR = 'Colour around the mail in new templates, as #rrggbb; null: that of the editor.';
const FONT = 'Font of text in new templates, one that mail programs have; null: that of the editor.';
const HEADING_FONT = 'Font of headings in new templates; null: that of the editor.';
const SENDER = 'Name in the From of marketing mail.';
const ADDRESS =
  'Postal address in the footer of marketing mail, which many laws require: campaigns and automations by mail need it. Lines are kept.';
const LANGUAGE = 'Language of people whose own is unknown (BCP 47).';
const QUIET =
  'Hours on the clock of each person in which campaigns do not reach them; messages that are due wait for the end. Null for none. ' +
  'Single sends do not wait.';
const cap = (what: string) =>
  ({
    min: 1,
    max: 1_000,
    optional: true,
    nullable: true,
    description:
      `${what} with a list that a person gets at most, on the clock of the workspace; null for no cap. Campaigns put people who have ` +
      'had them off to the next day, once, and skip them then; sends of automations wait or are skipped, as their step says. Single ' +
      'sends count, and are not refused.',
    example: 5,
  }) as const;
const CAPS = {
  email_day: cap('Emails a day'),
  email_week: cap('Emails a week'),
  sms_day: cap('SMS a day'),
  sms_week: cap('SMS a week'),
};
const COMPLAINTS =
  'Whether a complaint stops every message to the address. By default it stops marketing: messages with a list.';
const APPROVAL =
  'Whether an admin or owner other than who asks has to approve a campaign before it starts, and an automation before it is published.';
const FACTOR = 'Whether members without a second factor reach nothing but their account, until they have one.';

/** POST /console/workspaces. */
export class CreateWorkspaceBody {
  @Text({ min: 1, max: 64, header: true, description: 'Name of the workspace.', example: 'Shop' })
  name!: string;
}

/** PUT /console/workspace: an absent key leaves the value, null clears it. */
export class UpdateWorkspaceBody {
  @Text({ min: 1, max: 64, header: true, optional: true, description: 'Name of the workspace.', example: 'Shop' })
  name?: string;

  @Int({
    min: 0,
    max: 3_650,
    optional: true,
    nullable: true,
    description: 'Days to keep the content of messages; null keeps it as long as the message.',
    example: 30,
  })
  content_days?: number | null;

  @Bool({ optional: true, description: STRICT, example: true })
  strict_public_keys?: boolean;

  @Int(NETWORK)
  network_budget?: number;

  @Int(LIST)
  list_budget?: number;

  @Int(WORKSPACE)
  workspace_budget?: number;

  @Int(MAILBOX)
  mailbox_budget?: number;

  @TimeZone({ optional: true, description: ZONE, example: 'Africa/Lagos' })
  time_zone?: string;

  @Color({ optional: true, nullable: true, description: COLOR, example: '#3e46a7' })
  brand_color?: string | null;

  @Color({ optional: true, nullable: true, description: TEXT_COLOR, example: '#23262f' })
  brand_text_color?: string | null;

  @Color({ optional: true, nullable: true, description: PAGE_COLOR, example: '#f4f1ea' })
  brand_page_color?: string | null;

  @OneOf(FONT_NAMES, { optional: true, nullable: true, description: FONT, example: 'helvetica' })
  brand_font?: FontName | null;

  @OneOf(FONT_NAMES, { optional: true, nullable: true, description: HEADING_FONT, example: 'georgia' })
  brand_heading_font?: FontName | null;

  @Text({ min: 1, max: 64, header: true, optional: true, nullable: true, description: SENDER, example: 'Ada at Shop' })
  sender_name?: string | null;

  @Text({ min: 1, max: 500, optional: true, nullable: true, description: ADDRESS, example: '1 Broad Street, Lagos' })
  postal_address?: string | null;

  @LanguageTag({ optional: true, description: LANGUAGE, example: 'en' })
  default_language?: string;

  @Nested(() => HoursBody, { optional: true, nullable: true, shape: 'from and to', description: `Email: ${QUIET}` })
  email_quiet_hours?: HoursBody | null;

  @Nested(() => HoursBody, { optional: true, nullable: true, shape: 'from and to', description: `SMS: ${QUIET}` })
  sms_quiet_hours?: HoursBody | null;

  @Int(CAPS.email_day)
  email_day_cap?: number | null;

  @Int(CAPS.email_week)
  email_week_cap?: number | null;

  @Int(CAPS.sms_day)
  sms_day_cap?: number | null;

  @Int(CAPS.sms_week)
  sms_week_cap?: number | null;

  @Bool({ optional: true, description: FACTOR, example: true })
  require_two_factor?: boolean;

  @Bool({ optional: true, description: APPROVAL, example: false })
  require_approval?: boolean;

  @Bool({ optional: true, description: COMPLAINTS, example: false })
  complaints_stop_all?: boolean;
}

/** The workspace and its settings. */
export class WorkspaceView {
  @ApiProperty({ description: 'The id.', example: '1' })
  id!: string;

  @ApiProperty({ description: 'The name of the workspace.', example: 'Shop' })
  name!: string;

  @ApiProperty({ description: 'The plan of the workspace.', type: 'string', enum: [...PLANS], example: 'unlimited' })
  plan!: Plan;

  @ApiProperty({
    description: 'Days after which the content of messages is deleted; null keeps it.',
    type: 'integer',
    nullable: true,
    example: null,
  })
  content_days!: number | null;

  @ApiProperty({ description: STRICT, example: true })
  strict_public_keys!: boolean;

  @ApiProperty({ type: 'integer', description: NETWORK.description, example: 20 })
  network_budget!: number;

  @ApiProperty({ type: 'integer', description: LIST.description, example: 300 })
  list_budget!: number;

  @ApiProperty({ type: 'integer', description: WORKSPACE.description, example: 1_000 })
  workspace_budget!: number;

  @ApiProperty({ type: 'integer', description: MAILBOX.description, example: 3 })
  mailbox_budget!: number;

  @ApiProperty({ description: ZONE, example: 'Africa/Lagos' })
  time_zone!: string;

  @ApiProperty({ type: 'string', nullable: true, description: COLOR, example: '#3e46a7' })
  brand_color!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: TEXT_COLOR, example: '#23262f' })
  brand_text_color!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: PAGE_COLOR, example: '#f4f1ea' })
  brand_page_color!: string | null;

  @ApiProperty({ type: 'string', enum: FONT_NAMES, nullable: true, description: FONT, example: 'helvetica' })
  brand_font!: FontName | null;

  @ApiProperty({ type: 'string', enum: FONT_NAMES, nullable: true, description: HEADING_FONT, example: 'georgia' })
  brand_heading_font!: FontName | null;

  @ApiProperty({ type: 'string', nullable: true, description: SENDER, example: 'Ada at Shop' })
  sender_name!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: ADDRESS, example: '1 Broad Street, Lagos' })
  postal_address!: string | null;

  @ApiProperty({ description: LANGUAGE, example: 'en' })
  default_language!: string;

  @ApiProperty({ type: HoursView, nullable: true, description: `Email: ${QUIET}`, example: null })
  email_quiet_hours!: HoursView | null;

  @ApiProperty({ type: HoursView, nullable: true, description: `SMS: ${QUIET}` })
  sms_quiet_hours!: HoursView | null;

  @ApiProperty({ type: 'integer', nullable: true, description: CAPS.email_day.description, example: null })
  email_day_cap!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: CAPS.email_week.description, example: null })
  email_week_cap!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: CAPS.sms_day.description, example: null })
  sms_day_cap!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: CAPS.sms_week.description, example: null })
  sms_week_cap!: number | null;

  @ApiProperty({ description: FACTOR, example: false })
  require_two_factor!: boolean;

  @ApiProperty({ description: APPROVAL, example: false })
  require_approval!: boolean;

  @ApiProperty({ description: COMPLAINTS, example: false })
  complaints_stop_all!: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Public address of the logo, as mail shows it. It changes with the picture.',
    example: 'https://send.example.com/logos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  logo_url!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Days after which messages are deleted on this installation (MESSAGES_DAYS); null: never.',
    example: null,
  })
  messages_days!: number | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When the workspace is deleted; null unless an owner has decided so.',
    example: null,
  })
  deletes_at!: string | null;
}

/** POST /console/workspace/deletion. */
export class DeleteWorkspaceBody {
  @Text({ min: 1, max: 64, description: 'The name of the workspace, typed to confirm.', example: 'Shop' })
  name!: string;
}
