import type { z } from 'zod';
import type { EmailProvider, SmsProvider } from './provider.js';
import type { WebhookReader } from './webhook.js';

/**
 * What to do with `unknown`: `repeat` the call with the same idempotency key, `retry` it as a new call (email with the
 * same Message-ID), or `hold` the message until a webhook or a person decides.
 */
export type OnUnknown = 'repeat' | 'retry' | 'hold';

/** What the process running an adapter decides for it, apart from the account's own settings. Times in milliseconds. */
export interface ProviderOptions {
  /** The one timeout of a call: waiting for a connection, connecting, sending and the answer. */
  timeoutMs?: number;
  /** Where an HTTP adapter calls instead of the provider's own address, e.g. a fake in tests. */
  origin?: string;
  /** Connections kept at most. */
  maxConnections?: number;
  /** Messages that one SMTP connection carries before it is replaced. */
  maxMessages?: number;
  /** How long an SMTP connection may stay unused. */
  idleMs?: number;
  /** How this host names itself to an SMTP server. */
  clientName?: string;
  /**
   * Resolves a host that a user typed to the address to connect to, or throws when it must not be reached. Connecting
   * to the answer, not to the name, is what keeps DNS from changing in between.
   */
  resolve?: (host: string, port: number) => Promise<string>;
  /** Where an SMS provider reports delivery for the message with this reference. */
  statusCallback?: (reference: string) => string;
}

/** Everything the rest of the service knows about a provider before it uses it. */
export interface ProviderDescriptor<Channel extends string, Provider> {
  readonly name: string;
  readonly title: string;
  readonly channel: Channel;
  readonly onUnknown: OnUnknown;
  /** Checks and completes what was entered; its output is what `create` works with. */
  readonly settings: z.ZodType;
  /** Settings that are sealed at rest and never shown again. */
  readonly secretFields: readonly string[];
  /** Settings that decide which server gets the secrets. */
  readonly addressFields?: readonly string[];
  /** How well the settings protect the secrets on their way; more is better. Absent where that is no choice. */
  readonly protection?: (settings: unknown) => number;
  /** Reads what the provider reports to our webhook; absent where it reports nothing. */
  readonly webhook?: WebhookReader;
  /** Builds the adapter; throws a ZodError when the settings do not fit the schema. Opens no connection. */
  create(settings: unknown, options?: ProviderOptions): Provider;
}

/** The descriptor of an email provider. */
export interface EmailProviderDescriptor extends ProviderDescriptor<'email', EmailProvider> {
  /** Recipients that one call takes. */
  readonly maxRecipients: number;
  /** Whether it can send templates that are stored with it. */
  readonly hasTemplates: boolean;
}
/** The descriptor of an SMS provider. */
export type SmsProviderDescriptor = ProviderDescriptor<'sms', SmsProvider>;

/** Ties an adapter's constructor to its settings schema, so that it only ever sees checked settings. */
export function describeProvider<Channel extends string, Provider, Schema extends z.ZodType, More extends object>(
  parts: More &
    Omit<ProviderDescriptor<Channel, Provider>, 'create' | 'settings' | 'webhook' | 'protection'> & {
      settings: Schema;
      webhook?: WebhookReader<z.output<Schema>>;
      protection?: (settings: z.output<Schema>) => number;
      create(settings: z.output<Schema>, options: ProviderOptions): Provider;
    },
): More & ProviderDescriptor<Channel, Provider> {
  const { settings, webhook, protection } = parts;
  return {
    ...parts,
    webhook: webhook && ((request, given, options) => webhook(request, settings.parse(given), options)),
    protection: protection && ((given) => protection(settings.parse(given))),
    create: (given, options = {}) => parts.create(settings.parse(given), options),
  };
}
