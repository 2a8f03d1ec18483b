import { PLANS, type Plan } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Email, Text } from './fields/index.js';

/** Signing in to the console. */
export class LoginBody {
  @Email({ description: 'The member’s email.', example: 'ada@example.com' })
  email!: string;

  @Text({ min: 1, max: 1024, description: 'The member’s password.', example: 'correct horse battery staple' })
  password!: string;
}

/** Who is signed in. */
export class SessionMemberView {
  @ApiProperty({ example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ type: 'string', nullable: true, example: 'Ada' })
  name!: string | null;

  @ApiProperty({ example: 'owner' })
  role!: string;
}

/** The workspace of a session. */
export class SessionWorkspaceView {
  @ApiProperty({ example: '1' })
  id!: string;

  @ApiProperty({ example: 'Example Ltd' })
  name!: string;

  @ApiProperty({ type: 'string', enum: [...PLANS], example: 'unlimited' })
  plan!: Plan;
}

/** A session. */
export class SessionView {
  @ApiProperty({ type: () => SessionMemberView })
  member!: SessionMemberView;

  @ApiProperty({ type: () => SessionWorkspaceView })
  workspace!: SessionWorkspaceView;
}
