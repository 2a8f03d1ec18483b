import { ApiProperty } from '@nestjs/swagger';
import { Text } from './fields/index.js';

const TIME = { min: 5, max: 5 } as const;
const FROM = { description: 'Where they begin.', example: '21:00' } as const;
const TO = {
  description: 'Where they end; the next day, if it is not after the beginning.',
  example: '08:00',
} as const;

/** A part of the day. */
export class HoursBody {
  @Text({ ...TIME, ...FROM })
  from!: string;

  @Text({ ...TIME, ...TO })
  to!: string;
}

/** A part of the day. */
export class HoursView {
  @ApiProperty(FROM)
  from!: string;

  @ApiProperty(TO)
  to!: string;
}
