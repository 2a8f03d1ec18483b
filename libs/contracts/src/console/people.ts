import { MEMBERSHIP_STATUSES, type ChannelStatus, type MembershipStatus } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Across, OneOf, Text } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';
import { channelStatus } from './channel-status.js';

const text = (description: string, example: string) =>
  ({ description, type: 'string', nullable: true, example }) as const;
const time = (description: string) =>
  ({ description, type: 'string', format: 'date-time', nullable: true, example: '2026-11-20T09:30:00.000Z' }) as const;

/** Selects people of the workspace. */
export class PeopleQuery extends PageQuery {
  @Text({
    max: 255,
    optional: true,
    refusesEmpty: true,
    description: 'Searches name, email, number and uid.',
    example: 'ada',
  })
  search?: string;

  @Text({
    max: 255,
    optional: true,
    refusesEmpty: true,
    description: 'Only members of the list with this id.',
    example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11',
  })
  list?: string;

  @Across('status_of_list', 'must be given together with list', (status, { list }) => status === undefined || !!list)
  @OneOf(MEMBERSHIP_STATUSES, {
    optional: true,
    refusesEmpty: true,
    description: 'Only people with this status on the list.',
    example: 'pending',
  })
  status?: MembershipStatus;

  @Text({
    max: 8_000,
    optional: true,
    refusesEmpty: true,
    description: 'Only people who match these conditions: the JSON text of a tree, as in the match of a segment.',
    example: '{"attribute":"plan","type":"text","is":"equals","value":"pro"}',
  })
  match?: string;
}

/** GET /console/people/{uid}/export. */
export class PersonExportQuery {
  @OneOf(['json', 'html'] as const, {
    optional: true,
    description: 'A JSON document, or a page to read.',
    example: 'json',
  })
  format?: 'json' | 'html';
}

/** A row that names a person. */
export class PersonExportRow {
  @ApiProperty({ description: 'The table that holds the row.', example: 'memberships' })
  table!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The columns of the row.',
    example: { status: 'subscribed', subscribed_at: '2026-05-04T09:00:00.000Z' },
  })
  row!: Record<string, unknown>;
}

/** Every row that names a person. */
export class PersonExportView {
  @ApiProperty({ description: 'The uid of the person.', example: 'u-1042' })
  uid!: string;

  @ApiProperty({ description: 'When the rows were read.', example: '2026-05-04T09:00:00.000Z' })
  exported_at!: string;

  @ApiProperty({ type: () => [PersonExportRow], description: 'The rows, table by table.' })
  data!: PersonExportRow[];
}

/** A person in a listing. */
export class PersonRowView {
  @ApiProperty({ description: 'The uid of the person.', example: 'u-1042' })
  uid!: string;

  @ApiProperty(text('The first name.', 'Ada'))
  first_name!: string | null;

  @ApiProperty(text('The last name.', 'Lovelace'))
  last_name!: string | null;

  @ApiProperty(text('The email address.', 'ada@example.com'))
  email!: string | null;

  @ApiProperty(text('The phone number, digits only.', '2348012345678'))
  number!: string | null;

  @ApiProperty({ description: 'Whether this is a customer account.', example: false })
  is_account!: boolean;

  @ApiProperty({ description: 'Whether the person is archived.', example: false })
  archived!: boolean;

  @ApiProperty({ description: 'Number of lists that the person is subscribed to.', example: 2 })
  lists!: number;

  @ApiProperty({
    description: 'The status on the list of the query; null without one.',
    type: 'string',
    nullable: true,
    enum: [...MEMBERSHIP_STATUSES],
    example: 'subscribed',
  })
  status!: MembershipStatus | null;

  @ApiProperty(channelStatus('email', 'subscribed'))
  email_status!: ChannelStatus | null;

  @ApiProperty(channelStatus('SMS', 'suppressed'))
  sms_status!: ChannelStatus | null;

  @ApiProperty(time('When the person joined the list of the query; null without one.'))
  joined_at!: string | null;

  @ApiProperty(time('When the last event of the person happened; null without one. Of the 20 events that came last.'))
  last_seen_at!: string | null;

  @ApiProperty({
    description: 'When the person became known.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;
}

/** A page of people. */
export class PersonRowPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [PersonRowView] })
  data!: PersonRowView[];
}
