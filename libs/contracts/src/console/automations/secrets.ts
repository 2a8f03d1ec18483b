import { ApiProperty } from '@nestjs/swagger';

/** The secret that signs the calls of automations. */
export class AutomationSecretView {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'Signs the calls of all automations of the workspace, as the secret of a webhook does (Standard Webhooks). Null before the first one was made.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret!: string | null;
}
