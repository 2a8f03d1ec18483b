import type { EmailProviderDescriptor, SmsProviderDescriptor } from './descriptor.js';
import { smtp } from './email/smtp.js';
import { africasTalking } from './sms/africas-talking.js';
import { hollaTags } from './sms/hollatags.js';
import { kudiSms } from './sms/kudisms.js';
import { termii } from './sms/termii.js';
import { twilio } from './sms/twilio.js';

/** Email providers by the name that integrations are stored under. */
export type EmailProviderName = 'smtp';
/** SMS providers by their `source` on the wire. */
export type SmsProviderName = 'twilio' | 'termii' | 'at' | 'kudisms' | 'hollatags';

/** Every email provider; a name without a descriptor does not compile. */
export const emailProviders: Record<EmailProviderName, EmailProviderDescriptor> = { smtp };

/** Every SMS provider; a name without a descriptor does not compile. */
export const smsProviders: Record<SmsProviderName, SmsProviderDescriptor> = {
  twilio,
  termii,
  at: africasTalking,
  kudisms: kudiSms,
  hollatags: hollaTags,
};
