import type { ProviderOptions, SmsProviderDescriptor } from '../descriptor.js';
import type { FakeSmsOptions, FakeSmsProvider } from '../testing/index.js';

const running: { close(): Promise<void> }[] = [];

/** Remembers what a test started; `closeAll` goes backwards. */
export function atTheEnd<T extends { close(): Promise<void> }>(each: T): T {
  running.push(each);
  return each;
}

/** Closes what the test started. */
export async function closeAll(): Promise<void> {
  for (const each of running.splice(0).reverse()) await each.close();
}

/** A fake of the provider and an adapter that sends to it. */
export async function fakeAndProvider<Fake extends FakeSmsProvider<unknown, unknown>, Options extends FakeSmsOptions>(
  { start, descriptor }: { start(options?: Options): Promise<Fake>; descriptor: SmsProviderDescriptor },
  options?: Options,
  own: ProviderOptions = {},
) {
  const fake = atTheEnd(await start(options));
  const create = (settings: unknown) =>
    atTheEnd(descriptor.create(settings, { origin: fake.origin, timeoutMs: 2_000, ...own }));
  return { fake, sms: create(fake.settings), create };
}
