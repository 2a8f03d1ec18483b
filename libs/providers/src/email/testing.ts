import PostalMime, { decodeWords } from 'postal-mime';
import type { EmailProviderDescriptor, ProviderOptions } from '../adapter/descriptor.js';
import type { EmailProvider } from '../adapter/provider.js';
import {
  type FakeHttpOptions,
  type FakeProvider,
  type SmtpSink,
  type SmtpSinkOptions,
  startSmtpSink,
} from '../testing/index.js';
import { atTheEnd, closeAll, TEST_TIMEOUT_MS } from '../testing/at-the-end.js';
import { smtp } from './smtp/smtp.js';

export { atTheEnd, closeAll };

/** Builds an SMTP adapter for one test. */
export function provider(settings: unknown, options: ProviderOptions = {}): EmailProvider {
  return atTheEnd(smtp.create(settings, { timeoutMs: TEST_TIMEOUT_MS, ...options }));
}

/** Starts a sink and an adapter that sends to it. */
export async function sinkAndProvider(sinkOptions: SmtpSinkOptions = {}, options?: ProviderOptions) {
  const sink = atTheEnd(await startSmtpSink(sinkOptions));
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
  const fake = atTheEnd(await start(options));
  const create = (settings: unknown) =>
    atTheEnd(descriptor.create(settings, { origin: fake.origin, timeoutMs: TEST_TIMEOUT_MS, ...own }));
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
