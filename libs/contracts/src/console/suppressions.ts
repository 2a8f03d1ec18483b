import type { JsonObject } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Across, JsonMapList, OneOf, Text, TextList } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';

const REASONS = ['bounce', 'soft_bounces', 'complaint', 'unsubscribe', 'stop', 'manual'] as const;

/** Selects suppressions. */
export class SuppressionsQuery extends PageQuery {
  @Text({
    min: 3,
    max: 254,
    optional: true,
    refusesEmpty: true,
    description: 'Only this email address or phone number.',
    example: 'grace@example.com',
  })
  address?: string;

  @OneOf(REASONS, { optional: true, refusesEmpty: true, description: 'Only this reason.', example: 'bounce' })
  reason?: (typeof REASONS)[number];
}

/** POST /console/suppressions. */
export class SuppressBody {
  @Across('content', 'must be given when there are no suppressions', (value, { suppressions }) =>
    [value, suppressions].some((given) => given !== undefined),
  )
  @TextList({
    min: 3,
    max: 254,
    fewest: 1,
    most: 1_000,
    optional: true,
    description: 'Email addresses, or phone numbers in international format. Existing suppressions stay unchanged.',
    example: ['grace@example.com', '2348012345678'],
  })
  addresses?: string[];

  @Text({ max: 200, optional: true, description: 'Reason for your records.', example: 'Asked by phone.' })
  note?: string;

  @JsonMapList({
    most: 100_000,
    optional: true,
    description: 'Suppressions with the columns of an export: `address`, `reason`, `detail` and `created_at`.',
    example: [
      { address: 'grace@example.com', reason: 'complaint', detail: null, created_at: '2026-11-20T09:30:00.000Z' },
    ],
  })
  suppressions?: JsonObject[];
}

/** A suppressed address. */
export class SuppressionView {
  @ApiProperty({ description: 'The address or number.', example: 'grace@example.com' })
  address!: string;

  @ApiProperty({ description: 'Why it gets no message.', type: 'string', enum: [...REASONS], example: 'bounce' })
  reason!: string;

  @ApiProperty({
    description: 'What the provider or the member said.',
    type: 'string',
    nullable: true,
    example: '550 5.1.1 no such user',
  })
  detail!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The message that caused it.', example: null })
  message_id!: string | null;

  @ApiProperty({
    description:
      'What it stops. marketing: messages with a list. A complaint and an unsubscribe at the provider stop marketing, unless the ' +
      'workspace chose that complaints stop everything (`complaints_stop_all`).',
    type: 'string',
    enum: ['everything', 'marketing'],
    example: 'everything',
  })
  stops!: 'everything' | 'marketing';

  @ApiProperty({ description: 'Since when.', type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  created_at!: string;
}

/** A page of suppressions, newest first. */
export class SuppressionPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [SuppressionView] })
  data!: SuppressionView[];
}

/** Result of an import. */
export class SuppressedView {
  @ApiProperty({ type: 'integer', description: 'Number of new suppressions.', example: 2 })
  added!: number;
}
