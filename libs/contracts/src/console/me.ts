import { ROLES, type Role } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Email, Text } from '../fields/index.js';

const moment = { type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;
const PASSWORD = 'correct horse battery staple';
const TOKEN = 'b3f1Yx0mY2bF1l1a2J4d2Z5Zw0TqkVd8nJc7eRuPz9s';
const code = { min: 1, max: 64, example: '492039' } as const;

/** PUT /console/me. */
export class UpdateMeBody {
  @Text({ min: 1, max: 64, header: true, description: 'Your name, in all your workspaces.', example: 'Ada' })
  name!: string;
}

/** POST /console/me/password. */
export class ChangePasswordBody {
  @Text({ min: 1, max: 1024, description: 'The password until now.', example: PASSWORD })
  password!: string;

  @Text({ min: 8, max: 1024, description: 'The password from now on.', example: 'battery staple correct horse' })
  new_password!: string;
}

/** POST /console/me/two-factor. */
export class OfferTwoFactorBody {
  @Text({ min: 1, max: 1024, description: 'Your password.', example: PASSWORD })
  password!: string;
}

/** POST /console/me/two-factor/confirm. */
export class ConfirmTwoFactorBody {
  @Text({ ...code, description: 'The first code of the authenticator app.' })
  code!: string;
}

/** Proves that it is still the same person: by one of the two. */
export class SecondLookBody {
  @Text({ min: 1, max: 1024, optional: true, description: 'Your password.', example: PASSWORD })
  password?: string;

  @Text({ ...code, optional: true, description: 'A code of the authenticator app, or a recovery code.' })
  code?: string;
}

/** POST /console/password-resets. */
export class RequestResetBody {
  @Email({ description: 'The address you sign in with.', example: 'ada@example.com' })
  email!: string;
}

/** POST /console/password-resets/open. */
export class ResetTokenBody {
  @Text({ min: 1, max: 100, description: 'The token of the link.', example: TOKEN })
  token!: string;
}

/** POST /console/password-resets/use. */
export class UseResetBody extends ResetTokenBody {
  @Text({ min: 8, max: 1024, description: 'The password from now on.', example: PASSWORD })
  password!: string;
}

/** Whom the link of a reset belongs to. */
export class ResetView {
  @ApiProperty({ description: 'The address to sign in with.', example: 'ada@example.com' })
  email!: string;
}

/** A workspace of the signed-in person. */
export class OwnWorkspaceView {
  @ApiProperty({ description: 'The id.', example: '1' })
  id!: string;

  @ApiProperty({ description: 'The name of the workspace.', example: 'Example Ltd' })
  name!: string;

  @ApiProperty({ description: 'The role there.', type: 'string', enum: [...ROLES], example: 'owner' })
  role!: Role;

  @ApiProperty({ description: 'Whether the session is in it.', example: true })
  current!: boolean;
}

/** The login of the signed-in person. */
export class MeView {
  @ApiProperty({ description: 'The address to sign in with.', example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ description: 'Whether there is a password. People of an identity provider have none.', example: true })
  has_password!: boolean;

  @ApiProperty({ ...moment, nullable: true, description: 'Since when there is a second factor; null without one.' })
  two_factor_since!: string | null;

  @ApiProperty({ type: 'integer', description: 'Recovery codes that were not used yet.', example: 10 })
  recovery_codes!: number;

  @ApiProperty({ description: 'The workspaces, by name.', type: [OwnWorkspaceView] })
  workspaces!: OwnWorkspaceView[];
}

/** What an authenticator app needs. */
export class TwoFactorOfferView {
  @ApiProperty({ description: 'The secret, in base32, to type in.', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  secret!: string;

  @ApiProperty({
    description: 'The same for a QR code.',
    example: 'otpauth://totp/Dundun:ada%40example.com?issuer=Dundun&secret=JBSWY3DPEHPK3PXP',
  })
  uri!: string;
}

/** The recovery codes of a second factor. They cannot be read again. */
export class RecoveryCodesView {
  @ApiProperty({ type: [String], description: 'Each works once.', example: ['7k2m-x9p4-4tzc-w8hr'] })
  recovery_codes!: string[];
}

/** A session of the signed-in person. */
export class OwnSessionView {
  @ApiProperty({ description: 'The id.', example: '01934872-7e1f-7a34-8a52-9b7de0c1f3aa' })
  id!: string;

  @ApiProperty({ description: 'Whether it is the session of this call.', example: true })
  current!: boolean;

  @ApiProperty({ description: 'The workspace it is in.', example: 'Example Ltd' })
  workspace!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The address of the sign-in.', example: '203.0.113.7' })
  address!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What the browser calls itself.',
    example: 'Mozilla/5.0',
  })
  user_agent!: string | null;

  @ApiProperty({ description: 'Whether an identity provider confirmed the person.', example: false })
  single_sign_on!: boolean;

  @ApiProperty({ ...moment, description: 'When it began.' })
  created_at!: string;

  @ApiProperty({ ...moment, description: 'When it was last seen, to the minute.' })
  last_seen_at!: string;

  @ApiProperty({ ...moment, description: 'When it ends.' })
  expires_at!: string;
}

/** The sessions of the signed-in person in all workspaces, the last seen first. */
export class OwnSessionsView {
  @ApiProperty({ description: 'The rows.', type: [OwnSessionView] })
  data!: OwnSessionView[];
}

/** What the login page offers. */
export class SignInOptionsView {
  @ApiProperty({ description: 'Whether people sign in by password.', example: true })
  password!: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The name of the identity provider; null without single sign-on.',
    example: 'Okta',
  })
  single_sign_on!: string | null;
}

/** POST /console/session/sso/finish. */
export class FinishSsoBody {
  @Text({
    min: 1,
    max: 8_000,
    description: 'The query string with which the identity provider sent the browser back.',
    example: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj',
  })
  query!: string;
}

/** Where the browser signs in. */
export class SsoStartView {
  @ApiProperty({ description: 'The page of the identity provider.', example: 'https://id.example.com/authorize?…' })
  url!: string;
}
