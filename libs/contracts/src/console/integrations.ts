import { type JsonObject, MESSAGE_CHANNELS, type MessageChannel } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Bool, Int, JsonMap, Text, TextList, Url } from '../fields/index.js';

const OPTIONAL = { optional: true } as const;

/** Fields common to connecting and changing an integration: an absent key leaves the value, null clears it. */
abstract class IntegrationBody {
  @Text({
    ...OPTIONAL,
    nullable: true,
    max: 64,
    header: true,
    description:
      'Your name for it. By default the host of an SMTP server, else the provider’s title, with a number if it is taken.',
    example: 'Main account',
  })
  name?: string | null;

  @Url({
    ...OPTIONAL,
    nullable: true,
    description: 'Origin to call instead of the provider’s, such as your proxy.',
    example: null,
  })
  endpoint?: string | null;

  @TextList({
    ...OPTIONAL,
    min: 1,
    max: 64,
    most: 100,
    description: 'SMS: sender IDs registered with the provider.',
    example: ['DUNDUN'],
  })
  sender_ids?: string[];

  @TextList({
    ...OPTIONAL,
    min: 1,
    max: 253,
    most: 1_000,
    description: 'Email: domains that the account can send from. Read from the provider if it lists them.',
    example: ['example.com'],
  })
  domains?: string[];

  @Int({ ...OPTIONAL, nullable: true, min: 1, max: 100_000, description: 'Maximum calls per second.', example: 50 })
  rate_limit?: number | null;

  @Bool({ ...OPTIONAL, description: 'Whether messages are sent through it.', example: true })
  enabled?: boolean;
}

/** POST /console/integrations. */
export class ConnectIntegrationBody extends IntegrationBody {
  @Text({ min: 1, max: 64, description: 'Name of the provider.', example: 'postmark' })
  provider!: string;

  @JsonMap({ description: 'The settings of that provider.', example: { serverToken: 'a server token' } })
  settings!: JsonObject;
}

/** PUT /console/integrations/{id}. */
export class UpdateIntegrationBody extends IntegrationBody {
  @JsonMap({
    ...OPTIONAL,
    description: 'Settings to change. Others, including secrets, stay; null clears a setting.',
    example: { serverToken: 'the next server token' },
  })
  settings?: JsonObject;
}

/** A provider that can be connected. */
export class ProviderView {
  @ApiProperty({ description: 'The name for `provider`.', example: 'postmark' })
  name!: string;

  @ApiProperty({ description: 'The name that people know.', example: 'Postmark' })
  title!: string;

  @ApiProperty({ description: 'Email or SMS.', type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON schema of its settings.' })
  settings_schema!: JsonObject;

  @ApiProperty({ type: [String], description: 'Settings that are never shown again.', example: ['serverToken'] })
  secret_settings!: string[];

  @ApiProperty({ description: 'Whether it reports deliveries and bounces to a webhook.', example: true })
  has_webhook!: boolean;

  @ApiProperty({ description: 'Whether templates stored at the provider can be sent.', example: true })
  has_templates!: boolean;
}

/** Every provider. */
export class ProvidersView {
  @ApiProperty({ description: 'The rows.', type: [ProviderView] })
  data!: ProviderView[];
}

/** A connected account, without its secrets. */
export class IntegrationView {
  @ApiProperty({ description: 'The id.', example: '01934870-0c55-7d0b-b0d5-94a1c9a4ff10' })
  id!: string;

  @ApiProperty({ description: 'Email or SMS.', type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({ description: 'The provider’s name.', example: 'postmark' })
  provider!: string;

  @ApiProperty({
    description: 'Your name for the integration.',
    type: 'string',
    nullable: true,
    example: 'Main account',
  })
  name!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Name of the SMS source in requests; null for email.',
    example: null,
  })
  source!: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Without the secrets.', example: {} })
  settings!: JsonObject;

  @ApiProperty({
    description: 'An address of your own instead of the provider’s.',
    type: 'string',
    nullable: true,
    example: null,
  })
  endpoint!: string | null;

  @ApiProperty({ description: 'The registered sender IDs of SMS.', type: [String], example: [] })
  sender_ids!: string[];

  @ApiProperty({
    description: 'The domains that it may send for; empty for all.',
    type: [String],
    example: ['example.com'],
  })
  domains!: string[];

  @ApiProperty({ description: 'The most messages a second.', type: 'integer', nullable: true, example: 50 })
  rate_limit!: number | null;

  @ApiProperty({ description: 'Whether messages use it.', example: true })
  enabled!: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'Address for the provider’s reports of deliveries and bounces; enter it at the provider. Null if it reports none.',
    example: 'https://send.example.com/hooks/providers/1.01934870-0c55-7d0b-b0d5-94a1c9a4ff10.kq3',
  })
  webhook_url!: string | null;

  @ApiProperty({
    description: 'When its credentials were last tested.',
    type: 'string',
    nullable: true,
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  tested_at!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What the last test could not check, because the credentials may only send.',
    example: null,
  })
  unchecked!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    format: 'date-time',
    description:
      'Since when the provider has refused the account’s credentials, balance or sender, or calls for messages have failed. Null after the next success.',
    example: null,
  })
  failing_since!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The provider’s message.', example: null })
  failure!: string | null;

  @ApiProperty({
    description: 'When it was created.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;
}

/** Every integration of the workspace. */
export class IntegrationsView {
  @ApiProperty({ description: 'The rows.', type: [IntegrationView] })
  data!: IntegrationView[];
}

/** Result of a connection test. */
export class ConnectionTestView {
  @ApiProperty({ description: 'Whether the provider accepted the credentials.', example: true })
  ok!: boolean;

  @ApiProperty({ type: 'string', nullable: true, description: 'The provider’s reason for a failure.', example: null })
  detail!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What could not be checked, because the credentials may only send.',
    example: null,
  })
  unchecked!: string | null;
}

/** PUT /console/routes/{path}. */
export class PutRouteBody {
  @TextList({
    most: 10,
    min: 36,
    max: 36,
    holes: true,
    description:
      'Ids of integrations in the order of attempts; null is the service’s own email provider. An empty list restores the default.',
    example: ['01934870-0c55-7d0b-b0d5-94a1c9a4ff10', null],
  })
  integrations!: (string | null)[];
}

/** The providers of one path in the order of attempts. */
export class RouteView {
  @ApiProperty({ description: 'Email or SMS.', type: 'string', enum: [...MESSAGE_CHANNELS], example: 'email' })
  channel!: MessageChannel;

  @ApiProperty({
    description: 'transactional, marketing, or the SMS source of requests.',
    example: 'transactional',
  })
  path!: string;

  @ApiProperty({
    description: 'The ids of its integrations, in the order of use.',
    type: 'array',
    items: { type: 'string', nullable: true },
    example: [null],
  })
  integrations!: (string | null)[];
}

/** The routes that the workspace has set. */
export class RoutesView {
  @ApiProperty({ description: 'The rows.', type: [RouteView] })
  data!: RouteView[];
}
