import { ApiProperty } from '@nestjs/swagger';
import { APPROVAL_STATES } from '@dundun/domain';
import { Text } from '../fields/index.js';

const VERSION = {
  description: 'The version that was looked at: that of the approval.',
  example: '5f1c0c8e1b0d4f6a',
} as const;

/** POST /console/campaigns/{id}/approve and /console/automations/{id}/approve. */
export class ApproveBody {
  @Text({ min: 1, max: 64, ...VERSION })
  version!: string;
}

/** POST /console/campaigns/{id}/decline and /console/automations/{id}/decline. */
export class DeclineBody {
  @Text({ min: 1, max: 64, ...VERSION })
  version!: string;

  @Text({
    optional: true,
    nullable: true,
    max: 500,
    description: 'Why, for who asked.',
    example: 'The price is wrong.',
  })
  reason?: string | null;
}

/** Who asks for approval or decides. */
export class ApproverView {
  @ApiProperty({
    description: 'The id of the member, or of the API key.',
    example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b10',
  })
  id!: string;

  @ApiProperty({ description: 'The name, as it was then.', example: 'Ada' })
  name!: string;
}

/** What became of a request to approve one version. Any change of what was approved removes it. */
export class ApprovalView {
  @ApiProperty({ enum: APPROVAL_STATES, description: 'Whether somebody waits for a decision.', example: 'asked' })
  state!: string;

  @ApiProperty({
    description: 'Stands for all that is approved; give it to approve or decline.',
    example: '5f1c0c8e1b0d4f6a',
  })
  version!: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Who would have got it then.', example: 10_800 })
  recipients!: number | null;

  @ApiProperty({
    description: 'Whether all of them were counted; a large audience has at least so many.',
    example: true,
  })
  is_exact!: boolean;

  @ApiProperty({
    description: 'Whether those who may approve were told by mail. Without a sender nobody is.',
    example: true,
  })
  is_mailed!: boolean;

  @ApiProperty({ type: ApproverView, description: 'Who asked.' })
  asked_by!: ApproverView;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'When.', example: '2026-11-20T09:30:00.000Z' })
  asked_at!: string;

  @ApiProperty({ type: ApproverView, nullable: true, description: 'Who decided.' })
  decided_by!: ApproverView | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'When.', example: null })
  decided_at!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it was declined.', example: null })
  reason!: string | null;
}
