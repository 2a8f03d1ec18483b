import { ApiProperty } from '@nestjs/swagger';

/** GET /v1/account. */
export class AccountView {
  @ApiProperty({ example: '1' })
  id!: string;

  @ApiProperty({ type: [String], description: 'What the workspace can use.', example: ['email', 'sms', 'events'] })
  features!: string[];
}
