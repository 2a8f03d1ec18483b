export { aMail, anSms } from './builders.js';
export { brevoCall } from './brevo-call.js';
export { startFakeAfricasTalking } from './fake-africas-talking.js';
export { dmarcMail, dmarcXml, zipped, type DmarcFacts } from './dmarc-mail.js';
export { type FakeBrevoMail, startFakeBrevo } from './fake-brevo.js';
export { type FakeEmailOptions } from './fake-email.js';
export { type FakeHollaTags, startFakeHollaTags } from './fake-hollatags.js';
export { startFakeGateway } from './fake-gateway.js';
export { startFakeKudiSms } from './fake-kudisms.js';
export type { FakeHttpOptions, FakeMode, FakeProvider, FakeRefusal } from './fake-http.js';
export { type FakeMailgunMail, startFakeMailgun } from './fake-mailgun.js';
export {
  type FakePostmark,
  type FakePostmarkMail,
  type FakePostmarkOptions,
  startFakePostmark,
} from './fake-postmark.js';
export { type FakeResend, type FakeResendMail, type FakeResendOptions, startFakeResend } from './fake-resend.js';
export { type FakeSendGridMail, type FakeSendGridOptions, startFakeSendGrid } from './fake-sendgrid.js';
export { type FakeSesMail, type FakeSesOptions, startFakeSes } from './fake-ses.js';
export type { FakeSmsMode, FakeSmsOptions, FakeSmsProvider } from './fake-sms.js';
export { fakeSns, type FakeSns, posted } from './fake-sns.js';
export { type FakeTermii, startFakeTermii } from './fake-termii.js';
export { type FakeTwilio, type FakeTwilioOptions, startFakeTwilio } from './fake-twilio.js';
export { startFakeVonage } from './fake-vonage.js';
export { gatewayCall } from './gateway-call.js';
export { mailgunCall } from './mailgun-call.js';
export { readMailbox } from './json-mail.js';
export { postmarkCall } from './postmark-call.js';
export { resendCall } from './resend-call.js';
export { sendGridCall, sendGridKeys } from './sendgrid-call.js';
export { type FakeTokens, startFakeTokens } from './fake-tokens.js';
export { selfSigned } from './self-signed.js';
export type { SinkStage } from './sink-script.js';
export type { SmtpSinkOptions } from './sink-options.js';
export { startSmtpSink, type SmtpSink } from './smtp-sink.js';
export { vonageCall } from './vonage-call.js';
