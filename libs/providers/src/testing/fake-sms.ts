import type { FakeHttpOptions, FakeMode, FakeProvider } from './fake-http.js';

export { type FakeAnswer, type FakeRequest, fieldsOf, startFakeHttp as startFakeSms } from './fake-http.js';

/** How a fake answers an SMS. */
export type FakeSmsMode = FakeMode;

/** A running fake of an SMS provider on 127.0.0.1. */
export type FakeSmsProvider<Settings, Message> = FakeProvider<Settings, Message>;

/** Options of every fake SMS provider. */
export interface FakeSmsOptions extends FakeHttpOptions {
  /** Sender IDs of the account; any is accepted when absent. */
  senders?: string[];
}
