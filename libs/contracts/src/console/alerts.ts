import { ApiProperty } from '@nestjs/swagger';
import { Url } from '../fields/index.js';

const TIME = { type: 'string', format: 'date-time', nullable: true, example: null } as const;

/** PUT /console/alerts. */
export class AlertsBody {
  @Url({
    nullable: true,
    description: 'Address of an incoming webhook that takes Slack’s format; null switches it off.',
    example: 'https://hooks.slack.com/services/T000/B000/XXXX',
  })
  url!: string | null;
}

/** The chat in which a workspace is alerted. */
export class AlertsView {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The host of its address; null without a chat.',
    example: 'hooks.slack.com',
  })
  host!: string | null;

  @ApiProperty({ ...TIME, description: 'When it last took a message.' })
  told_at!: string | null;

  @ApiProperty({ ...TIME, description: 'When it last refused one; null once it takes messages again.' })
  failed_at!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it refused it.', example: null })
  failure!: string | null;
}

/** What the chat answered. */
export class AlertTestView {
  @ApiProperty({ description: 'Whether it took the message.', example: true })
  delivered!: boolean;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it did not.', example: null })
  error!: string | null;
}
