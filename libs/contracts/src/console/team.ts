import { ROLES, type Role } from '@dundun/domain';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Email, OneOf, Text } from '../fields/index.js';
import { ListIds } from '../user-fields.js';

const ID = '01934872-7e1f-7a34-8a52-9b7de0c1f3aa';
const LIST = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';
const TOKEN = 'b3f1Yx0mY2bF1l1a2J4d2Z5Zw0TqkVd8nJc7eRuPz9s';
const LISTS = {
  optional: true,
  nullable: true,
  min: 1,
  description: 'Lists that the access of a viewer or marketer is limited to; null is all.',
  example: null,
} as const;
const role = { type: 'string', enum: [...ROLES], example: 'marketer' } as const;
const lists: ApiPropertyOptions = {
  type: [String],
  nullable: true,
  description: 'Null is all lists.',
  example: [LIST],
};
const moment = { type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;

/** POST /console/invitations. */
export class InviteBody {
  @Email({ description: 'Address of the new member.', example: 'grace@example.com' })
  email!: string;

  @OneOf(ROLES, { description: 'Only owners invite owners.', example: 'marketer' })
  role!: Role;

  @ListIds(LISTS)
  lists?: string[] | null;
}

/** PUT /console/members/{id}: an absent key leaves the value. */
export class UpdateMemberBody {
  @OneOf(ROLES, { optional: true, description: 'Only owners change who is an owner.', example: 'marketer' })
  role?: Role;

  @ListIds(LISTS)
  lists?: string[] | null;
}

/** A member of the workspace. */
export class TeamMemberView {
  @ApiProperty({ description: 'The id.', example: ID })
  id!: string;

  @ApiProperty({ description: 'The email address.', example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ description: 'The name of the member.', type: 'string', nullable: true, example: 'Ada' })
  name!: string | null;

  @ApiProperty({ ...role, description: 'What the member may do.' })
  role!: Role;

  @ApiProperty({ ...lists, description: 'The lists that the access is limited to; null for all.' })
  lists!: string[] | null;

  @ApiProperty({ ...moment, description: 'When the member joined.' })
  created_at!: string;

  @ApiProperty({
    description: 'Whether the person has a second factor. False for callers who are no owner.',
    example: true,
  })
  two_factor!: boolean;

  @ApiProperty({
    ...moment,
    nullable: true,
    description: 'When a session of the member was last seen here. Null for callers who are no owner.',
  })
  last_seen_at!: string | null;
}

/** The members of the workspace, oldest first. */
export class TeamView {
  @ApiProperty({ description: 'The rows.', type: [TeamMemberView] })
  data!: TeamMemberView[];
}

/** An invitation that was not accepted yet. */
export class InvitationView {
  @ApiProperty({ description: 'The id.', example: ID })
  id!: string;

  @ApiProperty({ description: 'The email address.', example: 'grace@example.com' })
  email!: string;

  @ApiProperty({ ...role, description: 'What the invited person may do.' })
  role!: Role;

  @ApiProperty({ ...lists, description: 'The lists that the access is limited to; null for all.' })
  lists!: string[] | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Null for an API key.', example: 'ada@example.com' })
  invited_by!: string | null;

  @ApiProperty({ ...moment, description: 'When the mail was last sent.' })
  sent_at!: string;

  @ApiProperty({ ...moment, description: 'When the link stops working.' })
  expires_at!: string;
}

/** The open and expired invitations of the workspace, newest first. */
export class InvitationsView {
  @ApiProperty({ description: 'The rows.', type: [InvitationView] })
  data!: InvitationView[];
}

/** POST /console/invitations/open. */
export class InvitationTokenBody {
  @Text({ min: 1, max: 100, description: 'The token of the link.', example: TOKEN })
  token!: string;
}

/** POST /console/invitations/accept. */
export class AcceptInvitationBody extends InvitationTokenBody {
  @Text({ min: 1, max: 64, header: true, description: 'Name of the new member.', example: 'Grace' })
  name!: string;

  @Text({
    min: 8,
    max: 1024,
    description: 'Password of the new member; of the login, if the address signs in already.',
    example: 'correct horse battery staple',
  })
  password!: string;

  @Text({
    min: 1,
    max: 64,
    optional: true,
    description: 'The second factor of a login that has one.',
    example: '492039',
  })
  code?: string;

  @Text({ min: 1, max: 200, optional: true, description: 'A solved challenge, as for a sign-in.', example: TOKEN })
  proof?: string;
}

/** What the link of an invitation offers. */
export class OfferView {
  @ApiProperty({ description: 'The email address.', example: 'grace@example.com' })
  email!: string;

  @ApiProperty({ ...role, description: 'What the invited person may do.' })
  role!: Role;

  @ApiProperty({ description: 'Name of the workspace.', example: 'Example Ltd' })
  workspace!: string;

  @ApiProperty({ ...moment, description: 'Until when the link works.' })
  expires_at!: string;

  @ApiProperty({ description: 'Whether the address signs in already, to another workspace.', example: false })
  signs_in_already!: boolean;
}
