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

/** Remembers what a test started; `closeAll` goes backwards, so that providers say goodbye to servers still there. */
export function atTheEnd(each: { close(): Promise<void> }): void {
  running.push(each);
}

/** Closes what the test started. */
export async function closeAll(): Promise<void> {
  for (const each of running.splice(0).reverse()) await each.close();
}

/** A machine that stands still for some seconds must not look like a server that hangs. */
const TIMEOUT_MS = 20_000;

/** An SMTP adapter for one test. */
export function provider(settings: unknown, options: ProviderOptions = {}): EmailProvider {
  const made = smtp.create(settings, { timeoutMs: TIMEOUT_MS, ...options });
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
  const end = Date.now() + 10_000;
  while (sink.connections.open > 0) {
    if (Date.now() > end) throw new Error(`${sink.connections.open} connections are still open`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A fake of an HTTP provider and an adapter that sends to it. */
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

/** A mail as its reader sees it, whatever it travelled as. */
export interface ArrivedMail {
  from: { name: string; email: string };
  /** Everybody in the envelope. */
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

/** Reads a whole message; the envelope and the reference travel beside it. */
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
