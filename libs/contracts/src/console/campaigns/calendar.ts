import { ApiProperty } from '@nestjs/swagger';
import { CAMPAIGN_STATES } from '@dundun/domain';
import { Bool, Text } from '../../fields/index.js';

const DAY = { min: 10, max: 10, example: '2026-11-01' } as const;

/** The days of a calendar of campaigns. */
export class CampaignCalendarQuery {
  @Text({ ...DAY, description: 'The first day, as YYYY-MM-DD in the time zone of the workspace.' })
  from!: string;

  @Text({ ...DAY, description: 'The last day; at most 62 days later.', example: '2026-11-30' })
  to!: string;
}

/** PUT /console/lists/{id}/archive. */
export class ListArchiveBody {
  @Bool({ description: 'Whether everybody can read the campaigns of the list.', example: true })
  is_public!: boolean;
}

/** The public archive of a list. */
export class ListArchiveView {
  @ApiProperty({ description: 'Whether everybody can read the campaigns of the list.', example: true })
  is_public!: boolean;

  @ApiProperty({
    description: 'Its address, which leads nowhere while it is closed.',
    example: 'https://mail.example.com/p/archive/0193486f-5a1c-7c9e-9a37-6f0f4f6f2b10',
  })
  url!: string;
}

/** A campaign on its day. */
export class CalendarCampaignView {
  @ApiProperty({ description: 'The id.', example: '01934901-6c7d-7e0a-8b2e-0c1d2e3f4a5b' })
  id!: string;

  @ApiProperty({ description: 'Your name for it.', example: 'November news' })
  name!: string;

  @ApiProperty({ enum: CAMPAIGN_STATES, description: 'Its state.', example: 'scheduled' })
  state!: string;

  @ApiProperty({
    type: 'string',
    format: 'date',
    description: 'The day on which it starts or started, in the time zone of the workspace.',
    example: '2026-11-20',
  })
  day!: string;

  @ApiProperty({ description: 'The time of that day.', example: '09:30' })
  time!: string;
}

/** The campaigns of some days. */
export class CampaignCalendarView {
  @ApiProperty({ description: 'The time zone of days and times: that of the workspace.', example: 'Africa/Lagos' })
  time_zone!: string;

  @ApiProperty({ type: 'string', format: 'date', description: 'The day that it is now.', example: '2026-11-20' })
  today!: string;

  @ApiProperty({
    description: 'Campaigns that are scheduled or were started, the earliest first; 500 at most.',
    type: [CalendarCampaignView],
  })
  data!: CalendarCampaignView[];
}
