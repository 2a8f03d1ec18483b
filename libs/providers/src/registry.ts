import type { EmailProviderDescriptor, SmsProviderDescriptor } from './adapter/descriptor.js';
import { brevo } from './email/brevo/brevo.js';
import { mailgun } from './email/mailgun/mailgun.js';
import { postmark } from './email/postmark/postmark.js';
import { resend } from './email/resend/resend.js';
import { sendGrid } from './email/sendgrid/sendgrid.js';
import { ses } from './email/ses/ses.js';
import { smtp } from './email/smtp/smtp.js';
import { africasTalking } from './sms/africas-talking/africas-talking.js';
import { httpGateway } from './sms/http/http-gateway.js';
import { hollaTags } from './sms/hollatags/hollatags.js';
import { kudiSms } from './sms/kudisms/kudisms.js';
import { termii } from './sms/termii/termii.js';
import { twilio } from './sms/twilio/twilio.js';
import { vonage } from './sms/vonage/vonage.js';

/** Email providers, by the name under which integrations are stored. */
export type EmailProviderName = 'smtp' | 'ses' | 'mailgun' | 'sendgrid' | 'postmark' | 'resend' | 'brevo';
/** SMS providers, by their `source` on the wire. */
export type SmsProviderName = 'twilio' | 'termii' | 'at' | 'kudisms' | 'hollatags' | 'vonage' | 'http';

/** Every email provider. A name without a descriptor does not compile. */
export const emailProviders: Record<EmailProviderName, EmailProviderDescriptor> = {
  smtp,
  ses,
  mailgun,
  sendgrid: sendGrid,
  postmark,
  resend,
  brevo,
};

/** Every SMS provider. A name without a descriptor does not compile. */
export const smsProviders: Record<SmsProviderName, SmsProviderDescriptor> = {
  twilio,
  termii,
  at: africasTalking,
  kudisms: kudiSms,
  hollatags: hollaTags,
  vonage,
  http: httpGateway,
};
