import { type AddressInfo, createServer, type Socket } from 'node:net';
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

/** A server whose every reply a test decides. */
export interface RawServer {
  /** For settings; without a login. */
  readonly url: string;
  /** What arrived, one entry per read. */
  readonly reads: string[];
  readonly connections: number;
  close(): Promise<void>;
}

/**
 * Starts a server that greets with 220 and answers each line with what `answer` returns; nothing for undefined. After a
 * reply with 354 it takes lines for text until the final dot, which `answer` gets as a line.
 */
export async function startRawServer(
  answer: (line: string, socket: Socket, connection: number) => string | undefined,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const reads: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    const connection = ++connections;
    let rest = '';
    let isText = false;
    sockets.add(socket.on('error', () => undefined));
    socket.write('220 raw.test\r\n');
    socket.on('data', (chunk) => {
      reads.push(chunk.toString('latin1'));
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      socket.cork();
      for (const line of lines) {
        if (isText && line !== '.') continue;
        isText = false;
        const reply = answer(line, socket, connection);
        if (reply !== undefined) socket.write(`${reply}\r\n`);
        isText = reply?.startsWith('354') ?? false;
      }
      socket.uncork();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return atTheEnd({
    url: `smtp://127.0.0.1:${port}`,
    reads,
    get connections() {
      return connections;
    },
    close,
  });
}

/** Answers as a server that accepts everything and offers these extensions. */
export function obliging(line: string, ...extensions: string[]): string {
  const [verb = ''] = line.split(/[ :]/);
  if (verb === 'EHLO')
    return ['raw.test', ...extensions]
      .map((each, at) => `250${at < extensions.length ? '-' : ' '}${each}`)
      .join('\r\n');
  if (verb === 'DATA') return '354 Go ahead';
  return verb === 'QUIT' ? '221 Bye' : '250 2.0.0 Ok';
}
