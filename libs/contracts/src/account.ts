import { ApiProperty } from '@nestjs/swagger';

/** GET /v1/account. */
export class AccountView {
  @ApiProperty({ description: 'The id of the workspace.', example: '1' })
  id!: string;

  @ApiProperty({
    type: [String],
    description: 'Features available to the workspace.',
    example: ['email', 'sms', 'events'],
  })
  features!: string[];
}
