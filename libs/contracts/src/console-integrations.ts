import { type JsonObject, MESSAGE_CHANNELS, type MessageChannel } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Bool, Int, JsonMap, Text, TextList, Url } from './fields/index.js';

const OPTIONAL = { optional: true } as const;

/** What connecting and changing an integration have in common: absent leaves, null clears. */
abstract class IntegrationBody {
  @Text({
    ...OPTIONAL,
    nullable: true,
    max: 64,
    header: true,
    description: 'What you call it.',
    example: 'Main account',
  })
  name?: string | null;

  @Url({
    ...OPTIONAL,
    nullable: true,
    description: 'An origin to call instead of the provider’s own, such as a proxy of yours.',
    example: null,
  })
  endpoint?: string | null;

  @TextList({
    ...OPTIONAL,
    min: 1,
    max: 64,
    most: 100,
    description: 'SMS: the sender IDs that are registered with the provider.',
    example: ['DUNDUN'],
  })
  sender_ids?: string[];

  @TextList({
    ...OPTIONAL,
    min: 1,
    max: 253,
    most: 1_000,
    description: 'Email: the domains that the account may send from. Asked from the provider where it tells them.',
    example: ['example.com'],
  })
  domains?: string[];

  @Int({ ...OPTIONAL, nullable: true, min: 1, max: 100_000, description: 'Calls a second at most.', example: 50 })
  rate_limit?: number | null;

  @Bool({ ...OPTIONAL, description: 'Whether messages go through it.', example: true })
  enabled?: boolean;
}

/** POST /console/integrations. */
export class ConnectIntegrationBody extends IntegrationBody {
  @Text({ min: 1, max: 64, description: 'One of the providers.', example: 'postmark' })
  provider!: string;

  @JsonMap({ description: 'The settings of that provider.', example: { serverToken: 'a server token' } })
  settings!: JsonObject;
}

/** PUT /console/integrations/{id}. */
export class UpdateIntegrationBody extends IntegrationBody {
  @JsonMap({
    ...OPTIONAL,
    description: 'Settings to change; the others, secrets too, stay as they are. null clears one.',
    example: { serverToken: 'the next server token' },
  })
  settings?: JsonObject;
}

/** A provider that can be connected. */
export class ProviderView {
  @ApiProperty({ example: 'postmark' })
  name!: string;

  @ApiProperty({ example: 'Postmark' })
  title!: string;

  @ApiProperty({ type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON schema of its settings.' })
  settings_schema!: JsonObject;

  @ApiProperty({ type: [String], description: 'Settings that are never shown again.', example: ['serverToken'] })
  secret_settings!: string[];

  @ApiProperty({ description: 'Whether it reports deliveries and bounces to a webhook.', example: true })
  has_webhook!: boolean;

  @ApiProperty({ description: 'Whether templates that are stored with it can be sent.', example: true })
  has_templates!: boolean;
}

/** Every provider. */
export class ProvidersView {
  @ApiProperty({ type: [ProviderView] })
  data!: ProviderView[];
}

/** A connected account, without its secrets. */
export class IntegrationView {
  @ApiProperty({ example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;

  @ApiProperty({ type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({ example: 'postmark' })
  provider!: string;

  @ApiProperty({ type: 'string', nullable: true, example: 'Main account' })
  name!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'How callers name it; null for email.', example: null })
  source!: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Without the secrets.', example: {} })
  settings!: JsonObject;

  @ApiProperty({ type: 'string', nullable: true, example: null })
  endpoint!: string | null;

  @ApiProperty({ type: [String], example: [] })
  sender_ids!: string[];

  @ApiProperty({ type: [String], example: ['example.com'] })
  domains!: string[];

  @ApiProperty({ type: 'integer', nullable: true, example: 50 })
  rate_limit!: number | null;

  @ApiProperty({ example: true })
  enabled!: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Where the provider reports deliveries and bounces: enter it there. Null when it reports none.',
    example: 'https://send.example.com/hooks/providers/1.01934870-0c55-7d0b-b0d5-94a1c9a4ff10.kq3',
  })
  webhook_url!: string | null;

  @ApiProperty({ type: 'string', nullable: true, format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  tested_at!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    format: 'date-time',
    description: 'Since when the provider refuses the account: its credentials, balance or sender.',
    example: null,
  })
  failing_since!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The provider’s own words.', example: null })
  failure!: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  created_at!: string;
}

/** Every integration of the workspace. */
export class IntegrationsView {
  @ApiProperty({ type: [IntegrationView] })
  data!: IntegrationView[];
}

/** What a connection test found. */
export class ConnectionTestView {
  @ApiProperty({ example: true })
  ok!: boolean;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why not, in the provider’s own words.', example: null })
  detail!: string | null;
}

/** PUT /console/routes/{path}. */
export class PutRouteBody {
  @TextList({
    most: 10,
    min: 36,
    max: 36,
    holes: true,
    description:
      'Ids of integrations in the order in which they are tried; null is the service’s own email provider. Empty: the default.',
    example: ['01934870-0c55-7d0b-b0d5-94a1c9a4ff10', null],
  })
  integrations!: (string | null)[];
}

/** The order in which the providers of one path are tried. */
export class RouteView {
  @ApiProperty({ type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({
    description: 'transactional, marketing, or the SMS source that callers name.',
    example: 'transactional',
  })
  path!: string;

  @ApiProperty({ type: 'array', items: { type: 'string', nullable: true }, example: [null] })
  integrations!: (string | null)[];
}

/** The routes that the workspace has set. */
export class RoutesView {
  @ApiProperty({ type: [RouteView] })
  data!: RouteView[];
}
