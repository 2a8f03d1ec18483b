import PostalMime, { decodeWords } from 'postal-mime';
import type { EmailProviderDescriptor, ProviderOptions } from '../descriptor.js';
import type { EmailProvider } from '../provider.js';
import {
  type FakeHttpOptions,
  type FakeProvider,
  type SmtpSink,
  type SmtpSinkOptions,
  startSmtpSink,
} from '../testing/index.js';
import { smtp } from './smtp.js';

const running: { close(): Promise<void> }[] = [];

/**
 * Registers what a test started. `closeAll` closes in reverse order, so that providers disconnect while their servers
 * still run.
 */
export function atTheEnd(each: { close(): Promise<void> }): void {
  running.push(each);
}

/** Closes what the test started. */
export async function closeAll(): Promise<void> {
  for (const each of running.splice(0).reverse()) await each.close();
}

/** Long enough that a machine pausing for some seconds does not look like a hanging server. */
const TIMEOUT_MS = 20_000;

/** Builds an SMTP adapter for one test. */
export function provider(settings: unknown, options: ProviderOptions = {}): EmailProvider {
  const made = smtp.create(settings, { timeoutMs: TIMEOUT_MS, ...options });
  atTheEnd(made);
  return made;
}

/** Starts a sink and an adapter that sends to it. */
export async function sinkAndProvider(sinkOptions: SmtpSinkOptions = {}, options?: ProviderOptions) {
  const sink = await startSmtpSink(sinkOptions);
  atTheEnd(sink);
  return { sink, smtp: provider(sink.url, options) };
}

/** Resolves once every connection of the sink has closed. */
export async function gone(sink: SmtpSink): Promise<void> {
  const end = Date.now() + 10_000;
  while (sink.connections.open > 0) {
    if (Date.now() > end) throw new Error(`${sink.connections.open} connections are still open`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Starts the fake of an HTTP provider and an adapter that sends to it. */
export async function fakeAndProvider<Fake extends FakeProvider<unknown, unknown>, Options extends FakeHttpOptions>(
  { start, descriptor }: { start(options?: Options): Promise<Fake>; descriptor: EmailProviderDescriptor },
  options?: Options,
  own: ProviderOptions = {},
) {
  const fake = await start(options);
  atTheEnd(fake);
  const create = (settings: unknown) => {
    const made = descriptor.create(settings, { origin: fake.origin, timeoutMs: TIMEOUT_MS, ...own });
    atTheEnd(made);
    return made;
  };
  return { fake, email: create(fake.settings), create };
}

/** A mail as its reader sees it, however it was transmitted. */
export interface ArrivedMail {
  from: { name: string; email: string };
  /** All envelope recipients. */
  recipients: string[];
  reference: string | null;
  subject: string;
  text: string;
  html: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  attachments: { filename: string; contentType: string; content: Buffer; contentId: string | null }[];
}

const lines = (text: string) => text.replace(/\r\n/g, '\n').replace(/\n$/, '');

/** Parses a whole message; the envelope and the reference are passed separately. */
export async function readMime(
  raw: Buffer,
  { recipients, reference = null }: { recipients: string[]; reference?: string | null },
): Promise<ArrivedMail> {
  const { from, subject = '', text = '', html = '', headers, attachments } = await new PostalMime().parse(raw);
  return {
    from: { name: from?.name ?? '', email: from?.address ?? '' },
    recipients,
    reference,
    subject,
    text: lines(text),
    html: lines(html),
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, decodeWords(value)])),
    attachments: attachments.map(({ filename, mimeType, content, contentId }) => ({
      filename: filename ?? '',
      contentType: mimeType,
      content: Buffer.from(content as ArrayBuffer),
      contentId: contentId?.replace(/[<>]/g, '') ?? null,
    })),
  };
}
