import type { ProviderOptions, SmsProviderDescriptor } from '../descriptor.js';
import type { WebhookRequest } from '../webhook.js';
import type { FakeSmsOptions, FakeSmsProvider } from '../testing/index.js';

const running: { close(): Promise<void> }[] = [];

/** Registers what a test started; `closeAll` closes in reverse order. */
export function atTheEnd<T extends { close(): Promise<void> }>(each: T): T {
  running.push(each);
  return each;
}

/** Closes what the test started. */
export async function closeAll(): Promise<void> {
  for (const each of running.splice(0).reverse()) await each.close();
}

/** Long enough that a machine pausing for some seconds does not look like a hanging provider. */
const TIMEOUT_MS = 20_000;

/** Starts the fake of a provider and an adapter that sends to it. */
export async function fakeAndProvider<Fake extends FakeSmsProvider<unknown, unknown>, Options extends FakeSmsOptions>(
  { start, descriptor }: { start(options?: Options): Promise<Fake>; descriptor: SmsProviderDescriptor },
  options?: Options,
  own: ProviderOptions = {},
) {
  const fake = atTheEnd(await start(options));
  const create = (settings: unknown) =>
    atTheEnd(descriptor.create(settings, { origin: fake.origin, timeoutMs: TIMEOUT_MS, ...own }));
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
