export type {
  Address,
  EmailProvider,
  Mail,
  Outcome,
  RecipientOutcome,
  Sms,
  SmsProvider,
  Verification,
} from './provider.js';
export type { EmailProviderDescriptor, OnUnknown, ProviderOptions, SmsProviderDescriptor } from './descriptor.js';
export { emailProviders, smsProviders, type EmailProviderName, type SmsProviderName } from './registry.js';
export { composeMail } from './email/compose-mail.js';
export { textFromHtml } from './email/text-from-html.js';
