import { ApiProperty } from '@nestjs/swagger';

/** What was made of a mail that came back. */
export class BounceTaken {
  @ApiProperty({ type: 'string', enum: ['ok'], example: 'ok' })
  status!: 'ok';

  @ApiProperty({ type: 'integer', description: 'Reports about recipients of a message of the workspace.', example: 1 })
  matched!: number;
}
