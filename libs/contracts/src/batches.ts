import type { JsonObject } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { JsonMapList, OneOf } from './fields/index.js';
import { PageQuery, PageView } from './page.js';
import { Uid } from './user-fields.js';

const EXAMPLE_ID = '0193486f-63d0-7b5e-8f8e-1f3f9d1d9c01';
const time = { type: 'string', format: 'date-time', nullable: true, example: '2026-11-20T09:30:00.000Z' } as const;

/** Types of jobs: a batch of users and events, a merge of two users, an erasure of one. */
export const JOB_TYPES = ['batch', 'merge', 'erasure'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** States of a job; a `failed` job is not retried. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** States of an item of a batch. */
export const JOB_ITEM_STATES = ['waiting', 'done', 'failed'] as const;
export type JobItemState = (typeof JOB_ITEM_STATES)[number];

/** POST /v1/batch. An item's content is checked when the job reaches it. */
export class UserBatchBody {
  @JsonMapList({
    most: 1_000,
    isLoose: true,
    description:
      'Items with `type` (create, update or event), `id` (the uid) and the fields of the single call, POST /v1/users or ' +
      'POST /v1/users/{uid}/events.',
    example: [
      { type: 'create', id: 'u-1', first_name: 'Ada' },
      { type: 'event', id: 'u-1', event: 'Order placed', value: 49.9 },
    ],
  })
  data!: JsonObject[];
}

/** Fields of a batch item besides those of its single call. */
export class UserBatchItem {
  @OneOf(['create', 'update', 'event'], { description: 'Action of the item.', example: 'create' })
  type!: 'create' | 'update' | 'event';

  @Uid({ description: 'The uid.', example: 'u-1' })
  id!: string;
}

/** The answer of an operation that runs as a job; the header `Dundun-Job` has the job's id. */
export class StatusQueued {
  @ApiProperty({
    description: 'Always queued: a worker does the rest.',
    type: 'string',
    enum: ['queued'],
    example: 'queued',
  })
  status!: 'queued';
}

/** GET /v1/jobs. */
export class JobsQuery extends PageQuery {
  @OneOf(JOB_TYPES, { optional: true, refusesEmpty: true, description: 'Only jobs of this type.' })
  type?: JobType;
}

/** GET /v1/jobs/{id}/items. */
export class JobItemsQuery extends PageQuery {
  @OneOf(JOB_ITEM_STATES, { optional: true, refusesEmpty: true, description: 'Only items in this state.' })
  state?: JobItemState;
}

/** Accepted work that runs later. */
export class JobView {
  @ApiProperty({ description: 'The id.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ description: 'The kind of work.', enum: JOB_TYPES, example: 'batch' })
  type!: JobType;

  @ApiProperty({ description: 'How far it is.', enum: JOB_STATES, example: 'done' })
  state!: JobState;

  @ApiProperty({ description: 'Number of items; 1 for a job that is not a batch.', example: 2 })
  total!: number;

  @ApiProperty({ description: 'Items that are done.', example: 1 })
  done!: number;

  @ApiProperty({ description: 'Items that failed.', example: 1 })
  failed!: number;

  @ApiProperty({ type: 'string', nullable: true, description: 'The uid that is merged away.', example: null })
  source!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The uid that remains after the merge.', example: null })
  destination!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the job failed or changed nothing.', example: null })
  note!: string | null;

  @ApiProperty({
    description: 'When it was created.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;

  @ApiProperty({ ...time, description: 'When a worker began.' })
  started_at!: string | null;

  @ApiProperty({ ...time, description: 'When it ended.' })
  ended_at!: string | null;
}

/** A page of jobs, newest first. */
export class JobPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [JobView] })
  data!: JobView[];
}

/** Result of one item of a batch. */
export class JobItemView {
  @ApiProperty({ description: 'Position in the batch, from 0.', example: 0 })
  index!: number;

  @ApiProperty({ type: 'string', nullable: true, description: 'The uid, if the item had one.', example: 'u-1' })
  id!: string | null;

  @ApiProperty({ description: 'The kind of item.', type: 'string', nullable: true, example: 'create' })
  type!: string | null;

  @ApiProperty({ description: 'The result of the item.', enum: JOB_ITEM_STATES, example: 'failed' })
  state!: JobItemState;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Why the item failed.',
    example: 'email must be an address.',
  })
  error!: string | null;

  @ApiProperty({
    type: [String],
    description: 'The notices that the single call would have in the header Dundun-Notice.',
    example: ['ignored unknown keys: colour'],
  })
  notices!: string[];
}

/** A page of items, in the order of the batch. */
export class JobItemPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [JobItemView] })
  data!: JobItemView[];
}
