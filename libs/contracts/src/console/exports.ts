import { MESSAGE_CHANNELS, type MessageChannel } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { BulkProgressView } from './imports.js';
import { Nested, OneOf, Text, Timestamp } from '../fields/index.js';
import { PageView } from '../page.js';

const EXAMPLE_ID = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';

/** What can be exported. */
export const EXPORTS = ['members', 'people', 'messages', 'events', 'suppressions'] as const;
const WHAT = `One of ${EXPORTS.join(', ')}.`;

const filter = (description: string, example: string, max = 255) =>
  ({ max, optional: true, refusesEmpty: true, description, example }) as const;

/** Filters of an export, as in the lists of the console. */
export class ExportFilters {
  @Text(filter('Members, people and messages of this list; members need it.', EXAMPLE_ID))
  list?: string;

  @Text(filter('Members and people with this status on the list, or messages in this status.', 'subscribed', 30))
  status?: string;

  @Text(filter('Members, people or messages that a search finds.', 'ada'))
  search?: string;

  @Text(filter('People who match these conditions, as in the list of people.', '{"attribute":"plan","type":"text","is":"equals","value":"pro"}', 8_000)) // prettier-ignore
  match?: string;

  @Text(filter('Messages to this address, or its suppression.', 'ada@example.com', 320))
  address?: string;

  @Text(filter('Suppressions for this reason.', 'bounce', 30))
  reason?: string;

  @Text(filter('Messages or events of the person with this uid.', 'u-1042'))
  uid?: string;

  @Text(filter('Events with this name.', 'Order placed'))
  event?: string;

  @Text(filter('Messages with this tag.', 'receipt'))
  tag?: string;

  @OneOf(MESSAGE_CHANNELS, { optional: true, refusesEmpty: true, description: 'Messages of this channel.', example: 'email' }) // prettier-ignore
  channel?: MessageChannel;

  @Text(filter('Messages with an attempt at this provider.', 'brevo'))
  provider?: string;

  @Timestamp({ optional: true, refusesEmpty: true, description: 'Messages accepted at this time or later.' })
  since?: Date;

  @Timestamp({ optional: true, refusesEmpty: true, description: 'Messages accepted before this time.' })
  until?: Date;
}

/** POST /console/exports. */
export class CreateExportBody {
  @OneOf(EXPORTS, { description: WHAT, example: 'people' })
  what!: (typeof EXPORTS)[number];

  @Nested(() => ExportFilters, {
    optional: true,
    shape: 'filters',
    description: 'Which rows; all without it. A filter that does not apply to these rows is refused.',
  })
  filters?: ExportFilters;
}

/** An export of rows to a CSV file. */
export class ExportView {
  @ApiProperty({ description: 'The id.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ type: 'string', enum: [...EXPORTS], description: WHAT, example: 'people' })
  what!: (typeof EXPORTS)[number];

  @ApiProperty({ type: 'string', nullable: true, description: 'The list that the rows belong to.', example: null })
  list!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The title of the list.', example: null })
  list_title!: string | null;

  @ApiProperty({ type: 'integer', description: 'The size of the file so far, in bytes.', example: 48_213 })
  bytes!: number;

  @ApiProperty({ type: BulkProgressView, description: 'How far it is.' })
  progress!: BulkProgressView;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Where the file is, once the export is done and until it expires.',
    example: `/console/exports/${EXAMPLE_ID}/file`,
  })
  file!: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it was asked for.', example: '2026-11-20T09:30:00.000Z' }) // prettier-ignore
  created_at!: string;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'When the file is deleted.', example: '2026-11-27T09:30:00.000Z' }) // prettier-ignore
  expires_at!: string;
}

/** A page of exports, newest first. */
export class ExportPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [ExportView] })
  data!: ExportView[];
}
