import type { ProviderOptions } from '../descriptor.js';
import type { EmailProvider } from '../provider.js';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../testing/index.js';
import { smtp } from './smtp.js';

const running: { close(): Promise<void> }[] = [];

/** Remembers what a test started; `closeAll` goes backwards, so that providers say goodbye to servers still there. */
export function atTheEnd(each: { close(): Promise<void> }): void {
  running.push(each);
}

/** Closes what the test started. */
export async function closeAll(): Promise<void> {
  for (const each of running.splice(0).reverse()) await each.close();
}

/** An SMTP adapter for one test. */
export function provider(settings: unknown, options: ProviderOptions = {}): EmailProvider {
  const made = smtp.create(settings, { timeoutMs: 3_000, ...options });
  atTheEnd(made);
  return made;
}

/** A sink and an adapter that sends to it. */
export async function sinkAndProvider(sinkOptions: SmtpSinkOptions = {}, options?: ProviderOptions) {
  const sink = await startSmtpSink(sinkOptions);
  atTheEnd(sink);
  return { sink, smtp: provider(sink.url, options) };
}

/** Resolves once the sink has seen every connection go. */
export async function gone(sink: SmtpSink): Promise<void> {
  const end = Date.now() + 2_000;
  while (sink.connections.open > 0) {
    if (Date.now() > end) throw new Error(`${sink.connections.open} connections are still open`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
