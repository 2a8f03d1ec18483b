import { ApiProperty } from '@nestjs/swagger';
import { CONVERSION_DAYS, EVENT_LIMITS } from '@dundun/domain';
import { Int, JsonMapList, Text } from '../fields/index.js';

const OPTIONAL = { optional: true, nullable: true } as const;
const PROPERTY = { ...OPTIONAL, min: 1, max: EVENT_LIMITS.propertyNameBytes } as const;
const EVENT = { description: 'The event that counts.', example: 'Payment succeeded' } as const;
const AMOUNT = {
  description: 'The property with the amount; null for the value of the event.',
  example: 'amount',
} as const;
const CURRENCY = { description: 'The property with the currency, three letters; `currency` by default.', example: 'currency' } as const; // prettier-ignore
const DAYS = {
  description: `How many days after a click an event counts; ${CONVERSION_DAYS.usual} by default.`,
  example: CONVERSION_DAYS.usual,
} as const;
const REFUND = {
  description: 'The event that takes the amount of an order back; given with `order`. null for none.',
  example: 'Payment refunded',
} as const;
const ORDER = { description: 'The property by which a refund names its order.', example: 'payment_id' } as const;
const WHERE = {
  description: 'What the event has to say, as conditions of segments test properties: all of them.',
  example: [{ property: 'amount', type: 'number', is: 'above', value: 50 }],
};

/** What a campaign or an automation is sent for. */
export class ConversionGoalBody {
  @Text({ min: 1, max: EVENT_LIMITS.nameLength, ...EVENT })
  event!: string;

  @JsonMapList({ optional: true, most: 10, ...WHERE })
  where?: object[];

  @Text({ ...PROPERTY, ...AMOUNT })
  amount?: string | null;

  @Text({ ...PROPERTY, ...CURRENCY })
  currency?: string | null;

  @Int({ optional: true, min: CONVERSION_DAYS.least, max: CONVERSION_DAYS.most, ...DAYS })
  days?: number;

  @Text({ ...OPTIONAL, min: 1, max: EVENT_LIMITS.nameLength, ...REFUND })
  refund_event?: string | null;

  @Text({ ...PROPERTY, ...ORDER })
  order?: string | null;
}

/** What a campaign or an automation is sent for. */
export class ConversionGoalView {
  @ApiProperty(EVENT)
  event!: string;

  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, ...WHERE })
  where!: object[];

  @ApiProperty({ type: 'string', nullable: true, ...AMOUNT })
  amount!: string | null;

  @ApiProperty({ description: 'The property with the currency.', example: 'currency' })
  currency!: string;

  @ApiProperty({ type: 'integer', ...DAYS })
  days!: number;

  @ApiProperty({ type: 'string', nullable: true, ...REFUND })
  refund_event!: string | null;

  @ApiProperty({ type: 'string', nullable: true, ...ORDER })
  order!: string | null;
}

/** An amount in one currency. */
export class RevenueView {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The currency; null if events said none.',
    example: 'EUR',
  })
  currency!: string | null;

  @ApiProperty({ type: 'number', description: 'The sum, with refunds taken off.', example: 1_250.5 })
  amount!: number;
}

/** Events that counted: each for the last click of a person before it, within the window, and once. */
export class ConversionSumsView {
  @ApiProperty({ type: 'integer', description: 'People with such an event.', example: 58 })
  people!: number;

  @ApiProperty({ type: 'integer', description: 'Such events, without refunds.', example: 64 })
  conversions!: number;

  @ApiProperty({ type: [RevenueView], description: 'Their amounts by currency, which are never added up.' })
  revenue!: RevenueView[];
}

/** What happened in an hour or on a day. */
export class ConversionPointView {
  @ApiProperty({ type: 'string', format: 'date-time', description: 'Its start.', example: '2026-11-20T09:00:00.000Z' })
  at!: string;

  @ApiProperty({ type: 'integer', description: 'Events that counted, by when they happened.', example: 12 })
  conversions!: number;

  @ApiProperty({ type: [RevenueView], description: 'Their amounts by currency.' })
  revenue!: RevenueView[];
}
