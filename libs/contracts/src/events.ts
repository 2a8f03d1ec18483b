import { EVENT_LIMITS, type Properties, type Scalar } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { PropertiesMap, ScalarValue, Text, Timestamp } from './fields/index.js';
import { PageQuery, PageView } from './page.js';

const NAME = { max: EVENT_LIMITS.nameLength, description: 'The name of the event.', example: 'Order placed' } as const;

/** POST /v1/users/{uid}/events. */
export class TrackEventBody {
  @Text({ ...NAME, min: 1 })
  event!: string;

  @ScalarValue({ optional: true, keepsEmpty: true, description: 'A single value of the event.', example: 49.9 })
  value?: Scalar;

  @PropertiesMap({
    optional: true,
    description: 'Named properties of the event.',
    example: { sku: 'A-1', price: 49.9 },
  })
  properties?: Properties;

  @Timestamp({
    optional: true,
    description: 'When the event happened. Does not change the order of storage.',
    example: '2026-11-20T09:30:00Z',
  })
  timestamp?: Date;

  @Text({
    min: 1,
    max: 255,
    optional: true,
    description: 'Stores the event once, even if it is sent repeatedly.',
    example: 'evt-1',
  })
  event_id?: string;
}

/** GET /v1/users/{uid}/events. */
export class EventsQuery extends PageQuery {
  @Text({ ...NAME, optional: true, refusesEmpty: true, description: 'Only events of this name.' })
  event?: string;
}

/** A stored event. */
export class EventView {
  @ApiProperty({ description: 'The name of the event.', example: 'Order placed' })
  event!: string;

  @ApiProperty({
    description: 'A number, text or boolean.',
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
    example: 49.9,
  })
  value!: Scalar | null;

  @ApiProperty({
    description: 'Further facts about the event.',
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { sku: 'A-1' },
  })
  properties!: Properties | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When the event happened, according to the caller.',
    example: '2026-11-20T09:30:00.000Z',
  })
  timestamp!: string | null;

  @ApiProperty({
    description: 'When it was received.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.120Z',
  })
  received_at!: string;
}

/** A page of events, newest received first. */
export class EventPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [EventView] })
  data!: EventView[];
}
