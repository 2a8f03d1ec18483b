import type { Meta, Scalar } from '@dundun/domain';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Bool, Email, MetaMap, OneOf, Phone, Text, Timestamp } from './fields/index.js';
import { PageQuery, PageView } from './page.js';
import { AccountList, ListIds, TimeZone, Uid, type NamedAccount } from './user-fields.js';

/** Fits into an index key even with four bytes per character. */
const LONGEST_TOKEN = 512;
const EXAMPLE_ID = '0193486f-63d0-7b5e-8f8e-1f3f9d1d9c01';
const NAME = { max: 255, optional: true, nullable: true } as const;
const time = { type: 'string', format: 'date-time', nullable: true, example: '2026-11-20T09:30:00.000Z' } as const;
const text = (example: string | null, description?: string) =>
  ({ type: 'string', nullable: true, example, description }) as const;

/** Platforms of a device token. */
export const DEVICE_PLATFORMS = ['android', 'ios', 'web', 'macos', 'windows'] as const;
export type DevicePlatform = (typeof DEVICE_PLATFORMS)[number];

/** Named attributes of a user: an absent key leaves the stored value, null clears it. */
export class UpdateUserBody {
  @Text({ ...NAME, description: 'First name.', example: 'Ada' })
  first_name?: string | null;

  @Text({ ...NAME, description: 'Last name.', example: 'Lovelace' })
  last_name?: string | null;

  @Email({ optional: true, nullable: true, description: 'Email address.', example: 'ada@example.com' })
  email?: string | null;

  @Phone({
    optional: true,
    nullable: true,
    description: 'Phone number in international format. Kept as digits.',
    example: '2348012345678',
  })
  number?: string | null;

  @Bool({
    optional: true,
    lenient: true,
    description: 'true makes the user an account, false a customer.',
    example: false,
  })
  is_account?: boolean;

  @Text({
    min: 1,
    max: LONGEST_TOKEN,
    optional: true,
    nullable: true,
    description: 'Device token, added to the latest five. With the secret, a token of another user moves to this one.',
    example: 'fcm-4f1c',
  })
  device_token?: string | null;

  @OneOf(DEVICE_PLATFORMS, {
    optional: true,
    nullable: true,
    description: 'Platform of the token.',
    example: 'android',
  })
  device_platform?: DevicePlatform | null;

  @Timestamp({ optional: true, description: 'When the user was created, if known.', example: '2024-02-29' })
  created_at?: Date;

  @TimeZone({ optional: true, nullable: true, description: 'IANA time zone.', example: 'Africa/Lagos' })
  tz?: string | null;

  @MetaMap({ optional: true, description: 'Attributes to add or update; null clears one.', example: { plan: 'pro' } })
  meta?: Meta;

  @ListIds({
    optional: true,
    description:
      'Lists to join. With the secret, immediately and without an opt-in mail; otherwise as in POST subscribers.',
    example: [EXAMPLE_ID],
  })
  lists?: string[];

  @AccountList({
    optional: true,
    description: 'Accounts to belong to; each is created if its id is unknown. Needs the API secret.',
    example: [{ id: 'acme', role: 'owner' }],
  })
  accounts?: NamedAccount[];

  @Bool({
    optional: true,
    lenient: true,
    description:
      'Whether the user refuses to have opens and clicks tracked, as in PUT /v1/users/{uid}/tracking. A change is an entry of the ledger of ' +
      'consents. Needs the API secret.',
    example: false,
  })
  tracking_refused?: boolean;
}

/** POST /v1/users. */
export class CreateUserBody extends UpdateUserBody {
  @Uid({ description: 'Your id of the user. An existing user is updated.', example: 'u-1042' })
  id!: string;
}

/** POST /v1/users/{uid}/convert. */
export class ConvertUserBody {
  @OneOf(['customer', 'account'], { description: 'The new type of the user.', example: 'account' })
  type!: 'customer' | 'account';
}

/** PUT /v1/users/{uid}/tracking. */
export class UserTrackingBody {
  @Bool({ description: 'Whether the user refuses to have opens and clicks tracked.', example: true })
  refused!: boolean;
}

/** POST /v1/users/{uid}/accounts. */
export class AccountsBody {
  @AccountList({
    min: 1,
    description: 'Accounts to add, or whose role to change; each is created if its id is unknown.',
    example: [{ id: 'acme', role: 'owner' }],
  })
  accounts!: NamedAccount[];
}

/** PUT /v1/users/{uid}/accounts/{aid}. */
export class AccountRoleBody {
  @Text({ min: 1, max: 255, nullable: true, description: 'The role; null clears it.', example: 'owner' })
  role!: string | null;
}

/** POST and DELETE /v1/users/{uid}/lists. */
export class UserListsBody {
  @ListIds({ min: 1, description: 'Ids of lists.', example: [EXAMPLE_ID] })
  lists!: string[];
}

/** POST /v1/users/merge. */
export class MergeUsersBody {
  @Uid({ description: 'The uid that disappears.', example: 'u-1' })
  source!: string;

  @Uid({ description: 'The uid that remains; created if unknown.', example: 'u-2' })
  destination!: string;
}

/** GET /v1/users. */
export class UsersQuery extends PageQuery {
  @Email({
    optional: true,
    refusesEmpty: true,
    description: 'Only users with this address.',
    example: 'ada@example.com',
  })
  email?: string;

  @ListIds({
    optional: true,
    refusesEmpty: true,
    single: true,
    description: 'Only users who are on one of these lists.',
  })
  'lists[]'?: string[];

  @ListIds({ optional: true, refusesEmpty: true, single: true, description: 'The same as lists[].' })
  lists?: string[];
}

/** A device of a user. */
export class UserDeviceView {
  @ApiProperty({ description: 'The push token.', example: 'fcm-4f1c' })
  token!: string;

  @ApiProperty({
    description: 'The platform of the device.',
    type: 'string',
    enum: DEVICE_PLATFORMS,
    nullable: true,
    example: 'android',
  })
  platform!: DevicePlatform | null;

  @ApiPropertyOptional({
    type: 'boolean',
    enum: [false],
    description: 'false if the token came with the key alone and no signed identity; otherwise absent.',
    example: false,
  })
  verified?: false;
}

/** An account that a user belongs to. */
export class UserAccountView {
  @ApiProperty({ description: 'The uid of the account.', example: 'acme' })
  id!: string;

  @ApiProperty({ ...text('owner'), description: 'The role in the account.' })
  role!: string | null;
}

/** A user's current or former membership of a list. */
export class UserListView {
  @ApiProperty({ description: 'The id of the list.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ description: 'A user who has not confirmed yet is not subscribed.', example: true })
  subscribed!: boolean;
}

/** A segment that a user is in. */
export class UserSegmentView {
  @ApiProperty({ description: 'The id of the segment.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ description: 'Whether the person is excluded.', example: false })
  suppressed!: boolean;
}

/** Counts of a user's messages by result. */
export class UserStatsView {
  @ApiProperty({ description: 'Messages that were delivered.', example: 12 })
  delivered!: number;

  @ApiProperty({ description: 'Messages that were not.', example: 0 })
  failed!: number;

  @ApiProperty({ description: 'Opens by people.', example: 9 })
  opened!: number;

  @ApiProperty({ description: 'Clicks by people.', example: 3 })
  clicked!: number;

  @ApiProperty({ description: 'Messages that were opened.', example: 6 })
  unique_opens!: number;

  @ApiProperty({ description: 'Messages with a click.', example: 2 })
  unique_clicks!: number;
}

/** A user. The answer to a write with the key alone has only `id`, `uid` and the fields sent. */
export class UserView {
  @ApiProperty({ description: 'The same as uid.', example: 'u-1042' })
  id!: string;

  @ApiProperty({ description: 'Your id of the user, or a generated one.', example: 'u-1042' })
  uid!: string;

  @ApiProperty({ description: 'Whether the uid was generated; your id then replaces it.', example: false })
  uid_updateable!: boolean;

  @ApiProperty({ ...text('Ada'), description: 'The first name.' })
  first_name!: string | null;

  @ApiProperty({ ...text('Lovelace'), description: 'The last name.' })
  last_name!: string | null;

  @ApiProperty({ ...text('2348012345678'), description: 'The phone number, digits only.' })
  number!: string | null;

  @ApiProperty({ ...text('ada@example.com'), description: 'The email address.' })
  email!: string | null;

  @ApiProperty({
    type: [UserDeviceView],
    description: 'The last five, newest first, then up to five that are not verified.',
  })
  devices!: UserDeviceView[];

  @ApiProperty({ description: 'The customer accounts of the person.', type: [UserAccountView] })
  accounts!: UserAccountView[];

  @ApiProperty({ description: 'Whether this is a customer account.', example: false })
  is_account!: boolean;

  @ApiProperty({ description: 'Number of users that belong to this account.', example: 0 })
  member_count!: number;

  @ApiProperty({ description: 'Whether the person is archived.', example: false })
  archived!: boolean;

  @ApiProperty({
    description: 'Whether the person refuses tracking: links stay as written, and opens and clicks are not recorded.',
    example: false,
  })
  tracking_refused!: boolean;

  @ApiProperty({
    description:
      'Until when the person gets no messages with a list, as chosen on the preference page; null without a pause.',
    type: 'string',
    nullable: true,
    format: 'date-time',
    example: null,
  })
  marketing_paused_until!: string | null;

  @ApiProperty({ description: 'The lists of the person, with the status there.', type: [UserListView] })
  lists!: UserListView[];

  @ApiProperty({ description: 'The segments that the person is in.', type: [UserSegmentView] })
  segments!: UserSegmentView[];

  @ApiProperty({ description: 'The attributes.', type: 'object', additionalProperties: true, example: { plan: 'pro' } })
  meta!: Record<string, Scalar>;

  @ApiProperty({
    description: 'When the person became known.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;

  @ApiProperty({ ...time, description: 'When the person last did something.' })
  last_interaction!: string | null;

  @ApiProperty({ description: 'Counts of messages to the person.', type: UserStatsView })
  stats!: UserStatsView;
}

/** A page of users, newest first. */
export class UserPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [UserView] })
  data!: UserView[];
}

/** An attribute that at least one user has or had. */
export class AttributeView {
  @ApiProperty({ description: 'The id.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ description: 'The name of the attribute.', example: 'plan' })
  name!: string;

  @ApiProperty({
    enum: ['string', 'number', 'boolean', 'mixed'],
    description: 'mixed if values of several types were stored.',
    example: 'string',
  })
  type!: 'string' | 'number' | 'boolean' | 'mixed';
}
