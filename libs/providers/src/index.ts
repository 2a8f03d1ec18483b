export type {
  Address,
  Attachment,
  Cost,
  DkimKey,
  EmailProvider,
  Mail,
  Outcome,
  ProviderTemplate,
  RecipientOutcome,
  Sms,
  SmsProvider,
  Verification,
} from './provider.js';
export type { EmailProviderDescriptor, OnUnknown, ProviderOptions, SmsProviderDescriptor } from './descriptor.js';
export type {
  BounceClass,
  DeliveryReport,
  InboundSms,
  ReportKind,
  WebhookAnswer,
  WebhookOptions,
  WebhookReader,
  WebhookRequest,
} from './webhook.js';
export { emailProviders, smsProviders, type EmailProviderName, type SmsProviderName } from './registry.js';
export { composeMail } from './email/compose-mail.js';
export { textFromHtml } from './email/text-from-html.js';
export { readBounceMail, type BounceMail, type Transport } from './inbound/index.js';
