import { MEMBERSHIP_STATUSES, type ChannelStatus, type MembershipStatus } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';
import { channelStatus } from './channel-status.js';

/** Selects members of a list. */
export class MembersQuery extends PageQuery {
  @Text({
    max: 255,
    optional: true,
    refusesEmpty: true,
    description: 'Searches name, email, number and uid.',
    example: 'ada',
  })
  search?: string;

  @OneOf(MEMBERSHIP_STATUSES, {
    optional: true,
    refusesEmpty: true,
    description: 'Only members with this status.',
    example: 'pending',
  })
  status?: MembershipStatus;

  @Text({
    max: 2_000,
    optional: true,
    blankIsAbsent: true,
    description:
      'Names of up to 20 attributes to show, separated by commas. A name that has a comma itself is not found.',
    example: 'plan,country',
  })
  attributes?: string;
}

/** A person on a list. */
export class MemberView {
  @ApiProperty({ description: 'The uid of the person.', example: '0193486f-63d0-7b5e-8f8e-1f3f9d1d9c01' })
  uid!: string;

  @ApiProperty({ description: 'The email address.', type: 'string', nullable: true, example: 'ada@example.com' })
  email!: string | null;

  @ApiProperty({
    description: 'The phone number, digits only.',
    type: 'string',
    nullable: true,
    example: '2348012345678',
  })
  number!: string | null;

  @ApiProperty({ description: 'The first name.', type: 'string', nullable: true, example: 'Ada' })
  first_name!: string | null;

  @ApiProperty({ description: 'The last name.', type: 'string', nullable: true, example: 'Lovelace' })
  last_name!: string | null;

  @ApiProperty({
    description: 'The status on the list.',
    type: 'string',
    enum: [...MEMBERSHIP_STATUSES],
    example: 'subscribed',
  })
  status!: MembershipStatus;

  @ApiProperty(channelStatus('email', 'subscribed'))
  email_status!: ChannelStatus | null;

  @ApiProperty(channelStatus('SMS', 'suppressed'))
  sms_status!: ChannelStatus | null;

  @ApiProperty({
    description: 'When the person joined.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  joined_at!: string;

  @ApiProperty({
    description: 'Those of the attributes of the query that the person has.',
    type: 'object',
    additionalProperties: true,
    example: { plan: 'pro' },
  })
  attributes!: Record<string, unknown>;
}

/** A page of a list's members, newest first. */
export class MemberPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [MemberView] })
  data!: MemberView[];
}
