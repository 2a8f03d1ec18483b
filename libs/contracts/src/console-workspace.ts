import { PLANS, type Plan } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Int, Text } from './fields/index.js';

/** PUT /console/workspace: an absent key leaves the value, null clears it. */
export class UpdateWorkspaceBody {
  @Text({ min: 1, max: 64, header: true, optional: true, description: 'Name of the workspace.', example: 'Shop' })
  name?: string;

  @Int({
    min: 0,
    max: 3_650,
    optional: true,
    nullable: true,
    description: 'Days to keep the content of messages; null keeps it as long as the message.',
    example: 30,
  })
  content_days?: number | null;
}

/** The workspace and its settings. */
export class WorkspaceView {
  @ApiProperty({ example: '1' })
  id!: string;

  @ApiProperty({ example: 'Shop' })
  name!: string;

  @ApiProperty({ type: 'string', enum: [...PLANS], example: 'unlimited' })
  plan!: Plan;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  content_days!: number | null;
}
