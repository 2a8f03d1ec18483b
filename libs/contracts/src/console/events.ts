import { ApiProperty } from '@nestjs/swagger';
import { EventsQuery, EventView } from '../events.js';
import { Text } from '../fields/index.js';
import { PageView } from '../page.js';

/** Selects events of the workspace. */
export class ConsoleEventsQuery extends EventsQuery {
  @Text({ max: 255, optional: true, refusesEmpty: true, description: 'Only events of this person.' })
  uid?: string;
}

/** An event with its person. */
export class ConsoleEventView extends EventView {
  @ApiProperty({ description: 'The id of the event.', example: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10' })
  id!: string;

  @ApiProperty({ description: 'The uid of the person.', example: '0193486f-63d0-7b5e-8f8e-1f3f9d1d9c01' })
  uid!: string;
}

/** A page of the workspace's events, newest received first. */
export class ConsoleEventPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [ConsoleEventView] })
  data!: ConsoleEventView[];
}
