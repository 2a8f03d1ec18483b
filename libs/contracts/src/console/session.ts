import { PLANS, ROLES, type Plan, type Role } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Email, Int, Text } from '../fields/index.js';

/** Signing in to the console. */
export class LoginBody {
  @Email({ description: 'The member’s email.', example: 'ada@example.com' })
  email!: string;

  @Text({ min: 1, max: 1024, description: 'The member’s password.', example: 'correct horse battery staple' })
  password!: string;

  @Text({
    min: 1,
    max: 200,
    optional: true,
    description: 'A solved challenge: the challenge, a dot and the solution. Needed after too many attempts.',
    example: 'm8x2k1qz.Zm9vYmFyYmF6cXV4.18.kq3Vd0mYb1l1a2J4d2Z5Zw.4d2',
  })
  proof?: string;

  @Text({
    min: 1,
    max: 64,
    optional: true,
    description: 'The code of the authenticator app, or a recovery code. Needed for a login with a second factor.',
    example: '492039',
  })
  code?: string;
}

/** Asking for a challenge. */
export class ChallengeBody {
  @Email({ description: 'The member’s email.', example: 'ada@example.com' })
  email!: string;
}

/** A proof of work that admits one attempt to sign in. */
export class ChallengeView {
  @ApiProperty({
    description:
      'Find a solution of 1 to 20 letters and digits, so that the SHA-256 of challenge, dot and solution begins with zeros.',
    example: 'm8x2k1qz.Zm9vYmFyYmF6cXV4.18.kq3Vd0mYb1l1a2J4d2Z5Zw',
  })
  challenge!: string;

  @ApiProperty({ type: 'integer', description: 'How many zero bits.', example: 18 })
  bits!: number;
}

/** Who is signed in. */
export class SessionMemberView {
  @ApiProperty({ description: 'The id.', example: '01934872-7e1f-7a34-8a52-9b7de0c1f3aa' })
  id!: string;

  @ApiProperty({ description: 'The address to sign in with.', example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ description: 'The name of the member.', type: 'string', nullable: true, example: 'Ada' })
  name!: string | null;

  @ApiProperty({ description: 'What the member may do.', type: 'string', enum: [...ROLES], example: 'owner' })
  role!: Role;

  @ApiProperty({ type: [String], nullable: true, description: 'Lists that the access is limited to.', example: null })
  lists!: string[] | null;
}

/** The workspace of a session. */
export class SessionWorkspaceView {
  @ApiProperty({ description: 'The id.', example: '1' })
  id!: string;

  @ApiProperty({ description: 'The name of the workspace.', example: 'Example Ltd' })
  name!: string;

  @ApiProperty({ description: 'The plan of the workspace.', type: 'string', enum: [...PLANS], example: 'unlimited' })
  plan!: Plan;
}

/** A session. */
export class SessionView {
  @ApiProperty({ description: 'The member who is signed in.', type: () => SessionMemberView })
  member!: SessionMemberView;

  @ApiProperty({ description: 'The workspace.', type: () => SessionWorkspaceView })
  workspace!: SessionWorkspaceView;

  @ApiProperty({
    description: 'Whether the workspace requires a second factor that the member has yet to turn on.',
    example: false,
  })
  two_factor_required!: boolean;
}

/** POST /console/session/workspace and POST /console/me/leave. */
export class SwitchWorkspaceBody {
  @Int({ min: 1, max: 2_147_483_647, description: 'Id of the workspace.', example: 2, text: true })
  workspace!: number;
}

/** The answer of a sign-out. */
export class SignOutView {
  @ApiProperty({ description: 'Always ok.', type: 'string', enum: ['ok'], example: 'ok' })
  status!: 'ok';

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Where the browser ends the session at the identity provider; null after a sign-in by password.',
    example: null,
  })
  sign_out_url!: string | null;
}
