import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text } from '../fields/index.js';

/** What a credential is for: web pages, apps and older clients, or servers. */
export const API_KEY_KINDS = ['browser', 'public', 'secret'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

const ID = '01934870-1c55-7d0b-b0d5-94a1c9a4ff11';
const KIND =
  'browser: for web pages. public: a key without a secret, for apps. secret: key and secret, for servers. docs/security.md ' +
  'says what each may do.';
const TIME = { type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;

/** POST /console/keys. */
export class CreateKeyBody {
  @Text({ min: 1, max: 64, header: true, description: 'Where the key is used.', example: 'Shop backend' })
  name!: string;

  @OneOf(API_KEY_KINDS, { description: KIND, example: 'secret' })
  kind!: ApiKeyKind;
}

/** An API key, without its secret. */
export class ApiKeyView {
  @ApiProperty({ description: 'The id.', example: ID })
  id!: string;

  @ApiProperty({ description: 'Where the key is used.', example: 'Shop backend' })
  name!: string;

  @ApiProperty({ description: KIND, enum: API_KEY_KINDS, example: 'secret' })
  kind!: ApiKeyKind;

  @ApiProperty({ description: 'The key: the user name of HTTP Basic.', example: 'dk_0123456789ABCDEFGHIJKLMN' })
  key!: string;

  @ApiProperty({
    ...TIME,
    nullable: true,
    description: 'When the key was last used, to the minute. Null if never.',
  })
  last_used_at!: string | null;

  @ApiProperty({ ...TIME, description: 'When it was created.' })
  created_at!: string;

  @ApiProperty({ ...TIME, nullable: true, description: 'When it was revoked; null while it works.', example: null })
  revoked_at!: string | null;
}

/** A new key with its secret, which is shown only once. */
export class CreatedKeyView extends ApiKeyView {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The secret: the password of HTTP Basic. It is shown once. Null for other kinds.',
    example: 'ds_0123456789ABCDEFGHIJKLMNOPQRSTUV',
  })
  secret!: string | null;
}

/** The keys of the workspace: working ones first, then revoked ones, each newest first. */
export class ApiKeyList {
  @ApiProperty({ description: 'The rows.', type: [ApiKeyView] })
  data!: ApiKeyView[];
}
