export type {
  ContentPieces,
  Cost,
  DkimKey,
  EmailProvider,
  IsWanted,
  LateMail,
  Mail,
  Outcome,
  ProviderTemplate,
  RecipientOutcome,
  Sms,
  SmsProvider,
  Verification,
} from './adapter/provider.js';
export type {
  EmailProviderDescriptor,
  OnUnknown,
  ProviderOptions,
  SmsProviderDescriptor,
} from './adapter/descriptor.js';
export type { DeliveryReport, InboundSms, ReportKind, WebhookAnswer, WebhookRequest } from './adapter/webhook.js';
export { emailProviders, smsProviders } from './registry.js';
export { composeMail } from './email/compose-mail.js';
export { wholeOf } from './email/prepared-pieces.js';
export { derivedText } from './email/text-from-html.js';
export {
  MOST_DMARC_BYTES,
  readBounceMail,
  readDmarcMail,
  type DmarcMail,
  type DmarcReport,
  type Transport,
} from './inbound/index.js';
