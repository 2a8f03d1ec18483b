import { ApiProperty } from '@nestjs/swagger';
import { CLOCKS, PAST_ZONES, WEEKDAYS, type Clock, type PastZones, type Weekday } from '@dundun/domain';
import { OneOf, SomeOf, Text } from '../../fields/index.js';

const TIME = { min: 5, max: 5 } as const;
const LOCAL = {
  description: 'Day and time on the clock of each recipient, whose zone is `tz`, or else that of the workspace.',
  example: '2026-11-24T09:00',
} as const;
const PAST = {
  description:
    'What becomes of people in whose zone the time has passed when it starts: now (they get it at once), skip (they do not get ' +
    'it) or tomorrow (they get it at the same time of the next day).',
  example: 'now',
} as const;
const DAYS = { description: 'Its days, one at least.', example: ['monday', 'tuesday'] };
const FROM = { description: 'Its first minute.', example: '09:00' } as const;
const TO = { description: 'Where it ends, on the same day; 00:00 is midnight.', example: '17:00' } as const;
const CLOCK = {
  description: 'Whose clock decides: that of each recipient, or of the workspace.',
  example: 'recipient',
};

/** A start on the clock of each recipient. */
export class LocalStartBody {
  @Text({ ...LOCAL, min: 16, max: 16 })
  at!: string;

  @OneOf(PAST_ZONES, PAST)
  past!: PastZones;
}

/** When messages of a campaign may leave. */
export class SendWindowBody {
  @SomeOf(WEEKDAYS, DAYS)
  weekdays!: Weekday[];

  @Text({ ...TIME, ...FROM })
  from!: string;

  @Text({ ...TIME, ...TO })
  to!: string;

  @OneOf(CLOCKS, CLOCK)
  clock!: Clock;
}

/** A start on the clock of each recipient. */
export class LocalStartView {
  @ApiProperty(LOCAL)
  at!: string;

  @ApiProperty({ enum: PAST_ZONES, ...PAST })
  past!: string;
}

/** When messages of a campaign may leave. */
export class SendWindowView {
  @ApiProperty({ enum: WEEKDAYS, isArray: true, ...DAYS })
  weekdays!: string[];

  @ApiProperty(FROM)
  from!: string;

  @ApiProperty(TO)
  to!: string;

  @ApiProperty({ enum: CLOCKS, ...CLOCK })
  clock!: string;
}

/** The people of a zone, and when it is their turn. */
export class CampaignZoneView {
  @ApiProperty({ description: 'The zone.', example: 'Africa/Lagos' })
  zone!: string;

  @ApiProperty({
    type: 'integer',
    description: 'Its recipients, with those who are left out because of their time.',
    example: 120,
  })
  people!: number;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When they get it; null if they do not.',
    example: '2026-11-24T08:00:00.000Z',
  })
  at!: string | null;

  @ApiProperty({ description: 'Whether the time has passed there when the campaign starts.', example: false })
  is_past!: boolean;
}
