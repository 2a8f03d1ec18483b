export { aMail, anSms } from './builders.js';
export {
  type FakeAfricasTalking,
  type FakeAfricasTalkingSms,
  startFakeAfricasTalking,
} from './fake-africas-talking.js';
export { type FakeHollaTags, type FakeHollaTagsSms, startFakeHollaTags } from './fake-hollatags.js';
export { type FakeKudiSms, type FakeKudiSmsMessage, startFakeKudiSms } from './fake-kudisms.js';
export type { FakeRefusal, FakeRequest, FakeSmsMode, FakeSmsOptions, FakeSmsProvider } from './fake-sms.js';
export { type FakeTermii, type FakeTermiiSms, startFakeTermii } from './fake-termii.js';
export { type FakeTwilio, type FakeTwilioOptions, type FakeTwilioSms, startFakeTwilio } from './fake-twilio.js';
export { selfSigned, type SelfSigned } from './self-signed.js';
export type { SinkAction, SinkFault, SinkMoment, SinkStage } from './sink-script.js';
export type { SinkMessage, SmtpSinkOptions } from './sink-options.js';
export { startSmtpSink, type SmtpSink } from './smtp-sink.js';
