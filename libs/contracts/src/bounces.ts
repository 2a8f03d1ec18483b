import { ApiProperty } from '@nestjs/swagger';

/** Result of a bounced mail. */
export class BounceTaken {
  @ApiProperty({ description: 'Always ok.', type: 'string', enum: ['ok'], example: 'ok' })
  status!: 'ok';

  @ApiProperty({
    type: 'integer',
    description: 'Number of reports about recipients of the workspace’s messages.',
    example: 1,
  })
  matched!: number;
}
