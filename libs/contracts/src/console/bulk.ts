import { ApiProperty } from '@nestjs/swagger';
import { Across, Int, OneOf, Text, TextList, type Body } from '../fields/index.js';
import { BulkProgressView } from './imports.js';
import { ListIds } from '../user-fields.js';

const EXAMPLE_ID = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';
const STATUSES = ['pending', 'subscribed', 'unsubscribed'] as const;

const MATCH = {
  max: 8_000,
  optional: true,
  description: 'Only people who match these conditions: the JSON text of a tree, as in the match of a segment.',
  example: '{"attribute":"plan","type":"text","is":"equals","value":"pro"}',
} as const;

/** Which people of the workspace are meant. */
export class PeopleCountQuery {
  @Text({ max: 255, optional: true, blankIsAbsent: true, description: 'As in the list of people.', example: 'ada' })
  search?: string;

  @Text({
    max: 255,
    optional: true,
    blankIsAbsent: true,
    description: 'Only people on this list.',
    example: EXAMPLE_ID,
  })
  list?: string;

  @OneOf(STATUSES, { optional: true, description: 'Their status on that list.', example: 'subscribed' })
  status?: (typeof STATUSES)[number];

  @Text({ ...MATCH, refusesEmpty: true })
  match?: string;
}

/** POST /console/people/lists. */
export class ChangeListsBody {
  @TextList({
    min: 1,
    max: 255,
    most: 1_000,
    optional: true,
    description: 'Ids of the users; without them, everybody who matches search, list, status and match.',
    example: ['u-1042'],
  })
  uids?: string[];

  @TextList({
    min: 1,
    max: 255,
    most: 1_000,
    optional: true,
    description: 'Ids of users to leave out.',
    example: ['u-7'],
  })
  except?: string[];

  @Text({ max: 255, optional: true, description: 'As in the list of people.', example: 'ada' })
  search?: string;

  @Text({ max: 255, optional: true, description: 'Only people on this list.', example: EXAMPLE_ID })
  list?: string;

  @OneOf(STATUSES, { optional: true, description: 'Their status on that list.', example: 'subscribed' })
  status?: (typeof STATUSES)[number];

  @Text({ ...MATCH, min: 1 })
  match?: string;

  @Across('some_list', 'must name a list, or remove must', (_, body: Body) =>
    [body.add, body.remove].some((lists) => Array.isArray(lists) && lists.length > 0),
  )
  @ListIds({ optional: true, description: 'Lists that they join.', example: [EXAMPLE_ID] })
  add?: string[];

  @ListIds({ optional: true, description: 'Lists that they are removed from.', example: [] })
  remove?: string[];

  @Text({
    min: 1,
    max: 500,
    optional: true,
    description: 'How they agreed; required with add. The ledger of consents keeps it.',
    example: 'Asked for it at the fair.',
  })
  consent?: string;
}

/** How many people match. */
export class PeopleCountView {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null for a search that matches over 10,000, and for conditions that take over a second to count.',
    example: 42,
  })
  count!: number | null;
}

/** POST /console/lists/{id}/confirmations. */
export class AskConfirmationsBody {
  @Int({ min: 1, max: 36_000, optional: true, description: 'Mails an hour; 600 without it.', example: 600 })
  per_hour?: number;

  @Text({ min: 1, max: 255, optional: true, description: 'Only members who came by this import.', example: EXAMPLE_ID })
  import?: string;
}

/** Pending members of a list who were not asked for their confirmation, and the job that asks. */
export class ConfirmationsView {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Pending members with an address to whom no confirmation was mailed in the last 37 days; null on a list with over 100,000 pending.',
    example: 1_200,
  })
  unasked!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Mails an hour of that job; null without one.', example: 600 }) // prettier-ignore
  per_hour!: number | null;

  @ApiProperty({
    type: BulkProgressView,
    nullable: true,
    description: 'The job that asks, or asked last; null without one. Its counts are mailed and not_mailed.',
  })
  job!: BulkProgressView | null;
}
