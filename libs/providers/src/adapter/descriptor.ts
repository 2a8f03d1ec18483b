import type { z } from 'zod';
import type { EmailProvider, SmsProvider } from './provider.js';
import type { WebhookReader } from './webhook.js';

/**
 * What to do after an `unknown` outcome: `repeat` the call with the same idempotency key, `retry` it as a new call
 * (email, with the same Message-ID), or `hold` the message until a webhook or a person decides.
 */
export type OnUnknown = 'repeat' | 'retry' | 'hold';

/** Settings that the host process chooses for an adapter, as opposed to the account's own. Times in milliseconds. */
export interface ProviderOptions {
  /** The total timeout of a call: waiting for a connection, connecting, sending and reading the answer. */
  timeoutMs?: number;
  /** The origin an HTTP adapter calls instead of the provider's own, such as a fake in tests. */
  origin?: string;
  /** The maximum number of open connections. */
  maxConnections?: number;
  /** The number of messages one SMTP connection carries before it is replaced. */
  maxMessages?: number;
  /** The bytes of written mails that may wait for or be on SMTP connections; further mails are not written yet. */
  maxBytes?: number;
  /** How long an SMTP connection may stay idle. */
  idleMs?: number;
  /** The name this host gives in EHLO. */
  clientName?: string;
  /**
   * Resolves a host that a user entered to the address to connect to; throws when that address is not allowed. The
   * adapter connects to the returned address rather than to the name, so DNS cannot change in between.
   */
  resolve?: (host: string, port: number) => Promise<string>;
  /** Returns the URL to which an SMS provider reports delivery of the message with this reference. */
  statusCallback?: (reference: string) => string;
}

/** What the rest of the service knows about a provider before it uses it. */
export interface ProviderDescriptor<Channel extends string, Provider> {
  readonly name: string;
  readonly title: string;
  readonly channel: Channel;
  readonly onUnknown: OnUnknown;
  /** Validates and completes the settings entered; `create` receives its output. */
  readonly settings: z.ZodType;
  /** Settings that are encrypted at rest and never shown again. */
  readonly secretFields: readonly string[];
  /** Settings that decide which server receives the secrets. */
  readonly addressFields?: readonly string[];
  /** How well the settings protect the secrets in transit; higher is better. Absent where the user has no choice. */
  readonly protection?: (settings: unknown) => number;
  /** Names an account by its settings, such as a host; the provider's title where absent. */
  readonly nameOf?: (settings: unknown) => string;
  /** Reads what the provider reports to our webhook. Absent for providers that report nothing. */
  readonly webhook?: WebhookReader;
  /** Builds the adapter without opening a connection. @throws ZodError when the settings do not match the schema */
  create(settings: unknown, options?: ProviderOptions): Provider;
}

/** The descriptor of an email provider. */
export interface EmailProviderDescriptor extends ProviderDescriptor<'email', EmailProvider> {
  /** The maximum number of recipients in one call. */
  readonly maxRecipients: number;
  /** Whether it can send templates stored at the provider. */
  readonly hasTemplates: boolean;
  /** True if it sends the mail as we write it: then we sign it, and its bounces return to the envelope sender. */
  readonly sendsRawMail?: boolean;
  /** True if an account's list of domains may be incomplete, because the provider cannot report it. */
  readonly domainsMayBeIncomplete?: boolean;
}

/** The descriptor of an SMS provider. */
export type SmsProviderDescriptor = ProviderDescriptor<'sms', SmsProvider>;

/** Binds an adapter's constructor to its settings schema, so that the adapter receives only validated settings. */
export function describeProvider<Channel extends string, Provider, Schema extends z.ZodType, More extends object>(
  parts: More &
    Omit<ProviderDescriptor<Channel, Provider>, 'create' | 'settings' | 'webhook' | 'protection' | 'nameOf'> & {
      settings: Schema;
      webhook?: WebhookReader<z.output<Schema>>;
      protection?: (settings: z.output<Schema>) => number;
      nameOf?: (settings: z.output<Schema>) => string;
      create(settings: z.output<Schema>, options: ProviderOptions): Provider;
    },
): More & ProviderDescriptor<Channel, Provider> {
  const { settings, webhook, protection, nameOf } = parts;
  return {
    ...parts,
    webhook: webhook && ((request, given, options) => webhook(request, settings.parse(given), options)),
    protection: protection && ((given) => protection(settings.parse(given))),
    nameOf: nameOf && ((given) => nameOf(settings.parse(given))),
    create: (given, options = {}) => parts.create(settings.parse(given), options),
  };
}
