import { ApiProperty } from '@nestjs/swagger';
import { Bool, JsonMap, OneOf, Text, TextList } from './fields/index.js';
import { PageView } from './page.js';

const EXAMPLE_ID = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';
const MATCH_EXAMPLE = {
  all: [
    { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' },
    { not: { event: 'Order placed', window: { last: { days: 30 } } } },
  ],
};
const MATCH_DESCRIPTION =
  'A tree of conditions: {"all": […]}, {"any": […]}, {"not": …}, or one condition on an attribute, a field, a list, an event, messages, a ' +
  'segment, reachable, a bucket, created or imported. A list may be asked for one channel, such as {"list": "…", "channel": "sms"}. Messages may be those of one list or campaign, such as {"message": "opened", "of": ' +
  '{"campaign": "…"}}. Who has opens by machines alone matches neither opened nor its negation, unless the condition has ' +
  '"including_unknown": true. At most 50 conditions, 5 groups deep, 64 KB. Left out for a manual segment.';
const NAME = { min: 1, max: 100, header: true, description: 'The name of the segment.', example: 'At risk' } as const;
const LABELS = {
  min: 1,
  max: 40,
  most: 10,
  optional: true,
  description: 'Labels to find it by.',
  example: ['retention'],
} as const;
const ANNOUNCES = {
  optional: true,
  description:
    'Whether people who enter and leave are entries segment.entered and segment.left of the feed, which webhooks receive; false unless given. ' +
    'A build of new conditions is never announced.',
  example: true,
} as const;
const time = (description: string) =>
  ({ description, type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) as const;

/** POST /v1/segments. */
export class CreateSegmentBody {
  @Text(NAME)
  name!: string;

  @TextList({ ...LABELS })
  labels?: string[];

  @OneOf(['live', 'snapshot', 'manual'], {
    optional: true,
    description:
      'live: kept current, the default. snapshot: evaluated once, and again on request. manual: people are added and removed by id.',
    example: 'live',
  })
  kind?: 'live' | 'snapshot' | 'manual';

  @JsonMap({ optional: true, description: MATCH_DESCRIPTION, example: MATCH_EXAMPLE })
  match?: Record<string, unknown>;

  @Bool(ANNOUNCES)
  announces?: boolean;

  @Text({
    max: 64,
    optional: true,
    blankIsAbsent: true,
    description:
      'The id of a manual segment whose people the new manual segment begins with. Its state is building until all of them were added.',
    example: EXAMPLE_ID,
  })
  people_of?: string;
}

/** PUT /v1/segments/{id}: an absent key leaves the value. */
export class UpdateSegmentBody {
  @Text({ ...NAME, optional: true, refusesEmpty: true })
  name?: string;

  @TextList({ ...LABELS })
  labels?: string[];

  @JsonMap({ optional: true, description: MATCH_DESCRIPTION, example: MATCH_EXAMPLE })
  match?: Record<string, unknown>;

  @Bool(ANNOUNCES)
  announces?: boolean;
}

/** POST /v1/segments/preview. */
export class SegmentMatchBody {
  @JsonMap({ description: MATCH_DESCRIPTION, example: MATCH_EXAMPLE })
  match!: Record<string, unknown>;
}

/** POST /v1/segments/{id}/people. */
export class SegmentPeopleBody {
  @TextList({ min: 1, max: 255, most: 1_000, optional: true, description: 'Ids of users to add.', example: ['u-1042'] })
  add?: string[];

  @TextList({ min: 1, max: 255, most: 1_000, optional: true, description: 'Ids of users to remove.', example: ['u-7'] })
  remove?: string[];
}

/** How far a build of the members is. */
export class SegmentProgressView {
  @ApiProperty({ type: 'integer', description: 'People evaluated so far.', example: 20_000 })
  done!: number;

  @ApiProperty({ type: 'integer', description: 'People when the build began.', example: 1_000_000 })
  of!: number;
}

/** A segment. */
export class SegmentView {
  @ApiProperty({ description: 'The id.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ description: 'The name of the segment.', example: 'At risk' })
  name!: string;

  @ApiProperty({ type: [String], description: 'Labels to find it by, sorted.', example: ['retention'] })
  labels!: string[];

  @ApiProperty({ enum: ['live', 'snapshot', 'manual'], description: 'How members are kept.', example: 'live' })
  kind!: 'live' | 'snapshot' | 'manual';

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The tree of conditions; null for a manual segment.',
    example: MATCH_EXAMPLE,
  })
  match!: object | null;

  @ApiProperty({
    description: 'The conditions as one English sentence.',
    example: 'People whose “plan” is “pro” and who did not do “Order placed” in the last 30 days.',
  })
  sentence!: string;

  @ApiProperty({
    description: 'Whether people who enter and leave are entries of the feed, which webhooks receive.',
    example: false,
  })
  announces!: boolean;

  @ApiProperty({ type: 'integer', description: 'Counts the changes of the conditions.', example: 1 })
  version!: number;

  @ApiProperty({
    enum: ['ready', 'building', 'failed'],
    description:
      'building: members are not complete yet. failed: the conditions cannot be evaluated; failure says why.',
    example: 'ready',
  })
  state!: 'ready' | 'building' | 'failed';

  @ApiProperty({
    type: SegmentProgressView,
    nullable: true,
    description: 'Set while the segment is building.',
    example: null,
  })
  progress!: SegmentProgressView | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the segment failed.', example: null })
  failure!: string | null;

  @ApiProperty({ type: 'integer', description: 'How many people are in it.', example: 1204 })
  member_count!: number;

  @ApiProperty({ ...time('When everybody was last evaluated; null before the first time.'), nullable: true })
  evaluated_at!: string | null;

  @ApiProperty(time('When it was created.'))
  created_at!: string;

  @ApiProperty(time('When its name or conditions last changed.'))
  updated_at!: string;
}

/** A page of segments, newest first. */
export class SegmentPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [SegmentView] })
  data!: SegmentView[];
}

/** Somebody as an example of a segment. */
export class SegmentExampleView {
  @ApiProperty({ description: 'The id of the user.', example: 'u-1042' })
  uid!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'First and last name.', example: 'Ada Lovelace' })
  name!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The email address.', example: 'ada@example.com' })
  email!: string | null;
}

/** How many people match. */
export class SegmentPreviewView {
  @ApiProperty({ type: 'integer', description: 'People who match, estimated unless is_exact.', example: 12_000 })
  people!: number;

  @ApiProperty({ type: 'integer', description: 'With 95% confidence at least so many.', example: 11_400 })
  low!: number;

  @ApiProperty({ type: 'integer', description: 'With 95% confidence at most so many.', example: 12_700 })
  high!: number;

  @ApiProperty({ description: 'Whether everybody was looked at.', example: false })
  is_exact!: boolean;

  @ApiProperty({ type: 'integer', description: 'People looked at, picked at random.', example: 5_000 })
  sampled!: number;

  @ApiProperty({ type: 'integer', description: 'Those who match and can get email.', example: 9_300 })
  email!: number;

  @ApiProperty({ type: 'integer', description: 'Those who match and can get SMS.', example: 2_100 })
  sms!: number;

  @ApiProperty({ type: [SegmentExampleView], description: 'Up to 20 users who match.' })
  examples!: SegmentExampleView[];

  @ApiProperty({ description: 'The conditions as one English sentence.', example: 'People whose “plan” is “pro”.' })
  sentence!: string;
}

/** POST /v1/segments/count. */
export class SegmentCountBody extends SegmentMatchBody {
  @Text({
    max: 64,
    optional: true,
    blankIsAbsent: true,
    description: 'next_after of the answer before; left out for the first people.',
    example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11',
  })
  after?: string;
}

/** How many of the next people match. */
export class SegmentCountView {
  @ApiProperty({ type: 'integer', description: 'People of this step who match.', example: 1_200 })
  people!: number;

  @ApiProperty({ type: 'integer', description: 'Those who match and can get email.', example: 930 })
  email!: number;

  @ApiProperty({ type: 'integer', description: 'Those who match and can get SMS.', example: 210 })
  sms!: number;

  @ApiProperty({ type: 'integer', description: 'People whom this step looked at.', example: 10_000 })
  counted!: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The `after` of the next step; null when everybody was looked at.',
    example: EXAMPLE_ID,
  })
  next_after!: string | null;
}

/** What a change of the conditions would do. */
export class SegmentDiffView {
  @ApiProperty({ type: 'integer', description: 'Members who stay.', example: 900 })
  stay!: number;

  @ApiProperty({ type: 'integer', description: 'People who would enter.', example: 40 })
  enter!: number;

  @ApiProperty({ type: 'integer', description: 'Members who would leave.', example: 12 })
  leave!: number;

  @ApiProperty({ description: 'Whether everybody was looked at; otherwise the numbers are estimated.', example: true })
  is_exact!: boolean;

  @ApiProperty({ type: [SegmentExampleView], description: 'Up to 20 users who would enter.' })
  entering!: SegmentExampleView[];

  @ApiProperty({ type: [SegmentExampleView], description: 'Up to 20 users who would leave.' })
  leaving!: SegmentExampleView[];
}

/** What one condition says of a person. */
export class SegmentReasonView {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The condition.',
    example: MATCH_EXAMPLE.all[0],
  })
  condition!: object;

  @ApiProperty({ description: 'The condition as a sentence.', example: 'People whose “plan” is “pro”.' })
  sentence!: string;

  @ApiProperty({ description: 'Whether it holds for the person.', example: true })
  holds!: boolean;

  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
    nullable: true,
    description: 'The value that decided: an attribute, a count, a status.',
    example: 'pro',
  })
  value!: string | number | boolean | null;

  @ApiProperty({ ...time('When that last changed or happened, where it is known.'), nullable: true })
  at!: string | null;
}

/** Why a person is in a segment or not. */
export class SegmentExplanationView {
  @ApiProperty({ description: 'Whether the person is a member.', example: true })
  member!: boolean;

  @ApiProperty({ ...time('Since when; null for a person who is no member.'), nullable: true })
  since!: string | null;

  @ApiProperty({
    enum: ['change', 'time', 'definition', 'refresh', 'repair', 'manual', 'import', 'merge'],
    nullable: true,
    description:
      'Why the person last entered or left: something happened, a day passed, the segment changed, or an import or a merge brought it.',
    example: 'change',
  })
  cause!: 'change' | 'time' | 'definition' | 'refresh' | 'repair' | 'manual' | 'import' | 'merge' | null;

  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description: 'Whether the conditions hold right now; null for a manual segment.',
    example: true,
  })
  matches!: boolean | null;

  @ApiProperty({ description: 'Each condition, in the order of the tree.', type: [SegmentReasonView] })
  conditions!: SegmentReasonView[];
}

/** A member of a segment. */
export class SegmentMemberView {
  @ApiProperty({ description: 'The id of the user.', example: 'u-1042' })
  uid!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The email address.', example: 'ada@example.com' })
  email!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The phone number, digits only.', example: null })
  number!: string | null;

  @ApiProperty(time('When the person entered.'))
  since!: string;
}

/** A page of members, newest first. */
export class SegmentMemberPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [SegmentMemberView] })
  data!: SegmentMemberView[];
}

/** Somebody entered or left a segment. */
export class SegmentChangeView {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The id of the user; null after the user was removed.',
    example: 'u-1042',
  })
  uid!: string | null;

  @ApiProperty({ description: 'Whether the person entered; otherwise left.', example: true })
  entered!: boolean;

  @ApiProperty({
    enum: ['change', 'time', 'definition', 'refresh', 'repair', 'manual', 'import', 'merge'],
    description: 'Why: something happened, a day passed, the segment changed, or an import or a merge brought it.',
    example: 'change',
  })
  cause!: 'change' | 'time' | 'definition' | 'refresh' | 'repair' | 'manual' | 'import' | 'merge';

  @ApiProperty(time('When.'))
  at!: string;
}

/** A page of changes, newest first. */
export class SegmentChangePage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [SegmentChangeView] })
  data!: SegmentChangeView[];
}

/** How many people were added and removed. */
export class SegmentPeopleView {
  @ApiProperty({ type: 'integer', description: 'People who entered.', example: 1 })
  added!: number;

  @ApiProperty({ type: 'integer', description: 'People who left.', example: 0 })
  removed!: number;

  @ApiProperty({ type: [String], description: 'Ids that belong to no user.', example: [] })
  unknown!: string[];
}
