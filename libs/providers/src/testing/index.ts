export { aMail, anSms } from './builders.js';
export {
  type FakeAfricasTalking,
  type FakeAfricasTalkingSms,
  startFakeAfricasTalking,
} from './fake-africas-talking.js';
export { bareAddress, domainOf, type FakeEmailOptions, isAddress } from './fake-email.js';
export { type FakeHollaTags, type FakeHollaTagsSms, startFakeHollaTags } from './fake-hollatags.js';
export { type FakeKudiSms, type FakeKudiSmsMessage, startFakeKudiSms } from './fake-kudisms.js';
export type { FakeHttpOptions, FakeMode, FakeProvider, FakeRefusal, FakeRequest } from './fake-http.js';
export { type FakeMailgun, type FakeMailgunMail, startFakeMailgun } from './fake-mailgun.js';
export {
  type FakePostmark,
  type FakePostmarkMail,
  type FakePostmarkOptions,
  startFakePostmark,
} from './fake-postmark.js';
export { type FakeResend, type FakeResendMail, type FakeResendOptions, startFakeResend } from './fake-resend.js';
export {
  type FakeSendGrid,
  type FakeSendGridMail,
  type FakeSendGridOptions,
  startFakeSendGrid,
} from './fake-sendgrid.js';
export { type FakeSes, type FakeSesMail, type FakeSesOptions, startFakeSes } from './fake-ses.js';
export type { FakeSmsMode, FakeSmsOptions, FakeSmsProvider } from './fake-sms.js';
export { fakeSns, type FakeSns, posted } from './fake-sns.js';
export { type FakeTermii, type FakeTermiiSms, startFakeTermii } from './fake-termii.js';
export { type FakeTwilio, type FakeTwilioOptions, type FakeTwilioSms, startFakeTwilio } from './fake-twilio.js';
export { mailgunCall } from './mailgun-call.js';
export { mailboxesIn, readMailbox } from './json-mail.js';
export { postmarkCall } from './postmark-call.js';
export { resendCall } from './resend-call.js';
export { sendGridCall, type SendGridKeys, sendGridKeys } from './sendgrid-call.js';
export { selfSigned, type SelfSigned } from './self-signed.js';
export type { SinkAction, SinkFault, SinkMoment, SinkStage } from './sink-script.js';
export type { SinkMessage, SmtpSinkOptions } from './sink-options.js';
export { startSmtpSink, type SmtpSink } from './smtp-sink.js';
