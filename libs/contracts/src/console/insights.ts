import { ApiProperty } from '@nestjs/swagger';
import { Int, Text } from '../fields/index.js';

const DAY = { type: 'string', format: 'date', example: '2026-11-20' } as const;
const TIME_OR_NULL = {
  type: 'string',
  format: 'date-time',
  nullable: true,
  example: '2026-11-20T09:30:00.000Z',
} as const;
const ZONE = { description: 'The time zone of days and hours: that of the workspace.', example: 'Africa/Lagos' };
const number = (description: string, example: number) => ({ description, example, type: 'integer' }) as const;

/** What happened in a stretch of time. */
export class HomeFiguresView {
  @ApiProperty(number('Messages handed over to a provider, or captured by the built-in inbox.', 1_204))
  sent!: number;

  @ApiProperty(number('Of those sent, messages without a bounce since.', 1_190))
  arrived!: number;

  @ApiProperty(number('Of those arrived, messages whose delivery a provider confirmed.', 903))
  confirmed!: number;

  @ApiProperty(number('Of those sent, messages that bounced.', 14))
  bounced!: number;

  @ApiProperty(number('Of those sent, messages that somebody reported as spam.', 1))
  complained!: number;

  @ApiProperty(number('Messages that no provider took, or whose outcome is unknown.', 2))
  failed!: number;

  @ApiProperty(number('Opens by people.', 410))
  opened!: number;

  @ApiProperty(number('Opens by privacy proxies and scanners.', 233))
  opened_by_machine!: number;

  @ApiProperty(number('Clicks by people.', 87))
  clicked!: number;

  @ApiProperty(number('Clicks by scanners.', 12))
  clicked_by_machine!: number;

  @ApiProperty(number('Subscriptions that began, confirmed ones where a list asks for it.', 31))
  joined!: number;

  @ApiProperty(number('Subscriptions that ended.', 4))
  left!: number;

  @ApiProperty(number('User events, counted when they happened.', 5_021))
  events!: number;
}

/** What happened on one day. */
export class HomeDayView extends HomeFiguresView {
  @ApiProperty({ ...DAY, description: 'The day.' })
  day!: string;
}

/** The numbers of a workspace. */
export class HomeView {
  @ApiProperty(ZONE)
  time_zone!: string;

  @ApiProperty({ description: 'The last thirty days, today included and last.', type: [HomeDayView] })
  days!: HomeDayView[];

  @ApiProperty({ description: 'Yesterday up to the hour that it is now.', type: HomeFiguresView })
  yesterday_so_far!: HomeFiguresView;

  @ApiProperty({ description: 'User events received per minute, over the last five minutes.', example: 12.4 })
  events_per_minute!: number;

  @ApiProperty({
    description: 'Whether older history is still being counted: numbers are complete when it is false.',
    example: false,
  })
  is_counting!: boolean;
}

/** Selects events by name. */
export class EventNamesQuery {
  @Int({ min: 1, max: 90, text: true, optional: true, description: 'Days up to today, 30 by default; 1 counts by hour.', example: 30 }) // prettier-ignore
  days?: number;

  @Text({ max: 100, optional: true, refusesEmpty: true, description: 'Part of the name.', example: 'order' })
  search?: string;
}

/** How often an event happened. */
export class EventCountView {
  @ApiProperty({ description: 'The name of the event.', example: 'Order placed' })
  event!: string;

  @ApiProperty(number('How often it happened.', 412))
  count!: number;

  @ApiProperty(number('How many people did it.', 233))
  people!: number;

  @ApiProperty({ description: 'Whether the number of people is exact.', example: true })
  people_is_exact!: boolean;

  @ApiProperty({ description: 'How often it happened in each stretch of time.', type: [Number], example: [12, 9] })
  counts!: number[];
}

/** The events of a workspace by name. */
export class EventNamesView {
  @ApiProperty(ZONE)
  time_zone!: string;

  @ApiProperty({ description: 'What each point covers.', enum: ['hour', 'day'], example: 'day' })
  unit!: 'hour' | 'day';

  @ApiProperty({ description: 'Days, or the times at which hours begin; oldest first.', type: [String], example: ['2026-11-19', '2026-11-20'] }) // prettier-ignore
  points!: string[];

  @ApiProperty(number('How many names there are, of which the hundred most frequent are listed.', 7))
  names!: number;

  @ApiProperty({ description: 'The most frequent events first.', type: [EventCountView] })
  data!: EventCountView[];
}

/** Selects one event. */
export class EventPropertiesQuery {
  @Text({ min: 1, max: 255, description: 'The name of the event.', example: 'Order placed' })
  event!: string;
}

/** How often a property has a value. */
export class PropertyValueView {
  @ApiProperty({ description: 'The value as text, at most 120 characters.', example: 'beans' })
  value!: string;

  @ApiProperty(number('Events of the sample with this value.', 640))
  count!: number;
}

/** The values of a property. */
export class EventPropertyView {
  @ApiProperty({ description: 'The name of the property; "value" is the value of the event itself.', example: 'category' }) // prettier-ignore
  property!: string;

  @ApiProperty(number('Events of the sample that have it.', 980))
  present!: number;

  @ApiProperty(number('Different values in the sample, of which the eight most frequent are listed.', 3))
  different!: number;

  @ApiProperty({ description: 'The most frequent values first.', type: [PropertyValueView] })
  values!: PropertyValueView[];
}

/** The properties of an event, from a sample. */
export class EventPropertiesView {
  @ApiProperty({ description: 'The name of the event.', example: 'Order placed' })
  event!: string;

  @ApiProperty(number('Events that were read, at most 1,000.', 1_000))
  sample!: number;

  @ApiProperty(number('How many of the latest events of the workspace were searched for them at most.', 50_000))
  searched!: number;

  @ApiProperty({ description: 'Whether these are all events of the name among those searched.', example: false })
  is_complete!: boolean;

  @ApiProperty({ ...TIME_OR_NULL, description: 'When the oldest of them was received.' })
  first_at!: string | null;

  @ApiProperty({ ...TIME_OR_NULL, description: 'When the newest of them was received.' })
  last_at!: string | null;

  @ApiProperty({ description: 'Percentage points that a share may be off, in 19 of 20 cases.', example: 3.1 })
  margin!: number;

  @ApiProperty({ description: 'The most frequent properties first.', type: [EventPropertyView] })
  data!: EventPropertyView[];
}
