import type { ProviderOptions, SmsProviderDescriptor } from '../adapter/descriptor.js';
import type { WebhookRequest } from '../adapter/webhook.js';
import { atTheEnd, closeAll, TEST_TIMEOUT_MS } from '../testing/at-the-end.js';
import type { FakeSmsOptions, FakeSmsProvider } from '../testing/index.js';

export { atTheEnd, closeAll };

/** Starts the fake of a provider and an adapter that sends to it. */
export async function fakeAndProvider<Fake extends FakeSmsProvider<unknown, unknown>, Options extends FakeSmsOptions>(
  { start, descriptor }: { start(options?: Options): Promise<Fake>; descriptor: SmsProviderDescriptor },
  options?: Options,
  own: ProviderOptions = {},
) {
  const fake = atTheEnd(await start(options));
  const create = (settings: unknown) =>
    atTheEnd(descriptor.create(settings, { origin: fake.origin, timeoutMs: TEST_TIMEOUT_MS, ...own }));
  return { fake, sms: create(fake.settings), create };
}

/** Builds a webhook call: a form unless `json` is given; headers in lower case. */
export function aCall({
  form,
  json,
  ...over
}: Partial<WebhookRequest> & { form?: Record<string, string>; json?: unknown } = {}): WebhookRequest {
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const text = json === undefined ? new URLSearchParams(form).toString() : JSON.stringify(json);
  const url = 'https://here.test/hooks/k3y';
  return { method: 'POST', url, body: Buffer.from(text), ...over, headers: { 'content-type': type, ...over.headers } };
}
