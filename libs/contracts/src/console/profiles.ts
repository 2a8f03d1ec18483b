import { ApiProperty } from '@nestjs/swagger';
import { Email, Text } from '../fields/index.js';

const OPTIONAL = { optional: true } as const;
const NAME = { min: 1, max: 255, header: true, description: 'Your name for it.', example: 'Newsletter' } as const;
const FROM_NAME = {
  min: 1,
  max: 255,
  header: true,
  description: 'The name that readers see.',
  example: 'Ada',
} as const;
const FROM_EMAIL = {
  description: 'An address of a connected domain, or of a connected provider’s domain.',
  example: 'ada@example.com',
} as const;

/** Fields common to creating and changing a sending profile: an absent key leaves the value, null clears it. */
abstract class ProfileBody {
  @Email({ ...OPTIONAL, nullable: true, description: 'Address for replies.', example: 'help@example.com' })
  reply_to?: string | null;

  @Text({
    ...OPTIONAL,
    nullable: true,
    min: 36,
    max: 36,
    description: 'The email integration that the address belongs to.',
    example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10',
  })
  integration_id?: string | null;
}

/** POST /console/profiles. */
export class CreateProfileBody extends ProfileBody {
  @Text(NAME)
  name!: string;

  @Text(FROM_NAME)
  from_name!: string;

  @Email(FROM_EMAIL)
  from_email!: string;
}

/** PUT /console/profiles/{id}. */
export class UpdateProfileBody extends ProfileBody {
  @Text({ ...OPTIONAL, ...NAME })
  name?: string;

  @Text({ ...OPTIONAL, ...FROM_NAME })
  from_name?: string;

  @Email({ ...OPTIONAL, ...FROM_EMAIL })
  from_email?: string;
}

/** A named sender of email. */
export class SendingProfileView {
  @ApiProperty({ description: 'The id.', example: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10' })
  id!: string;

  @ApiProperty({ description: 'The name of the profile.', example: 'Newsletter' })
  name!: string;

  @ApiProperty({ description: 'The name that readers see.', example: 'Ada' })
  from_name!: string;

  @ApiProperty({ description: 'The sender’s address.', example: 'ada@example.com' })
  from_email!: string;

  @ApiProperty({ description: 'The address for replies.', type: 'string', nullable: true, example: 'help@example.com' })
  reply_to!: string | null;

  @ApiProperty({ description: 'The integration to try first.', type: 'string', nullable: true, example: null })
  integration_id!: string | null;

  @ApiProperty({ description: 'Whether it is the default; a workspace has at most one.', example: true })
  is_default!: boolean;

  @ApiProperty({
    description: 'When it was created.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;

  @ApiProperty({
    description: 'When it last changed.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  updated_at!: string;
}

/** The sending profiles of a workspace, oldest first. */
export class SendingProfileList {
  @ApiProperty({ description: 'The rows.', type: [SendingProfileView] })
  data!: SendingProfileView[];
}
