import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A refusal of every send: the provider's own code and message, and optionally a different HTTP status. */
export interface FakeRefusal {
  code: number | string;
  message?: string;
  httpStatus?: number;
}

/**
 * How a fake answers a send: `ok`, a refusal, `throttle` (in the provider's own form), `timeout` (accepts the message,
 * never answers), `cut` (accepts it and resets), `garbage` (accepts it, 200 with HTML), or a bare status with HTML.
 */
export type FakeMode = 'ok' | 'throttle' | 'timeout' | 'cut' | 'garbage' | FakeRefusal | { httpStatus: number };

/** One part of a multipart form; a plain field if it has no file name. */
interface FakePart {
  name: string;
  filename?: string;
  content: Buffer;
}

/** A call as the fake received it; `path` as sent without the query, `url` with it. */
export interface FakeRequest {
  method: string;
  url: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The parts of a multipart form; empty for another body. */
  parts: FakePart[];
}

/** The fake's answer: an object is sent as JSON, a string as plain text. */
export interface FakeAnswer {
  status: number;
  headers?: Record<string, string>;
  body: object | string;
}

/** The wire protocol of one provider. */
interface FakeWire<Message> {
  /** Rejects unauthorized calls and answers everything but sends; null for a send. */
  first(request: FakeRequest): FakeAnswer | null;
  /** Builds a refusal in the form of this provider. */
  refusal(mode: FakeRefusal): FakeAnswer;
  throttled(): FakeAnswer;
  /** Answers a send that is refused before anything is accepted, mostly for invalid input. */
  stop(request: FakeRequest): FakeAnswer | null;
  take(request: FakeRequest): Message;
  accepted(message: Message): FakeAnswer;
}

/** A running fake of an HTTP provider on 127.0.0.1. */
export interface FakeProvider<Settings, Message> {
  readonly port: number;
  /** The `origin` option for the adapter. */
  readonly origin: string;
  /** The settings of an integration with this account. */
  readonly settings: Settings;
  /** Every accepted message, answered or not. */
  readonly messages: Message[];
  /** Sends with the right credentials, accepted or not. */
  readonly requests: FakeRequest[];
  mode: FakeMode;
  /** Resolves once `count` messages were accepted in total; rejects after `timeoutMs` (10 s). */
  waitFor(count: number, timeoutMs?: number): Promise<void>;
  /** Cuts every connection without answering. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Options of every fake. */
export interface FakeHttpOptions {
  port?: number;
  mode?: FakeMode;
}

/** Starts a fake with the given wire protocol, on a free port unless one is given. */
export async function startFakeHttp<Settings, Message>(
  settings: Settings,
  wire: FakeWire<Message>,
  options: FakeHttpOptions = {},
): Promise<FakeProvider<Settings, Message>> {
  const messages: Message[] = [];
  const requests: FakeRequest[] = [];

  const answer = (request: FakeRequest): FakeAnswer | 'silence' | 'cut' => {
    const first = wire.first(request);
    if (first) return first;
    requests.push(request);
    const { mode } = fake;
    if (mode === 'throttle') return wire.throttled();
    if (typeof mode === 'object') return 'code' in mode ? wire.refusal(mode) : html(mode.httpStatus);
    const stopped = wire.stop(request);
    if (stopped) return stopped;
    const message = wire.take(request);
    messages.push(message);
    if (mode === 'timeout') return 'silence';
    if (mode === 'cut') return 'cut';
    return mode === 'garbage' ? html(200) : wire.accepted(message);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const said = answer(await read(request));
    if (said === 'cut') request.socket.resetAndDestroy();
    else if (said !== 'silence') write(response, said);
  };

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeProvider<Settings, Message> = {
    port,
    origin: `http://127.0.0.1:${port}`,
    settings,
    messages,
    requests,
    mode: options.mode ?? 'ok',
    async waitFor(count, timeoutMs = 10_000) {
      const end = Date.now() + timeoutMs;
      while (messages.length < count) {
        if (Date.now() > end)
          throw new Error(`The fake accepted ${messages.length} of ${count} messages in ${timeoutMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

const html = (status: number): FakeAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html>Welcome</html>',
});

async function read(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { headers, url = '/' } = request;
  const bytes = Buffer.concat(chunks);
  return {
    method: request.method ?? '',
    url,
    path: url.replace(/\?.*/s, ''),
    query: new URL(url, 'http://fake').searchParams,
    headers,
    body: bytes.toString(),
    parts: await partsOf(bytes, headers['content-type'] ?? ''),
  };
}

async function partsOf(bytes: Buffer, type: string): Promise<FakePart[]> {
  if (!type.startsWith('multipart/form-data')) return [];
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  return Promise.all(
    [...form].map(async ([name, value]) => {
      if (typeof value === 'string') return { name, content: Buffer.from(value) };
      return { name, filename: value.name, content: Buffer.from(await value.arrayBuffer()) };
    }),
  );
}

function write(response: ServerResponse, { status, headers, body }: FakeAnswer): void {
  const text = typeof body === 'string';
  const type = text ? 'text/plain; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(text ? body : JSON.stringify(body));
}

/** Returns the fields of a call as the real API would read them; empty if the body has another type. */
export function fieldsOf({ headers, body }: FakeRequest, type: 'form' | 'json'): Record<string, string> {
  const sent = headers['content-type'] ?? '';
  if (type === 'form') {
    return sent.startsWith('application/x-www-form-urlencoded') ? Object.fromEntries(new URLSearchParams(body)) : {};
  }
  return sent.startsWith('application/json') ? (JSON.parse(body) as Record<string, string>) : {};
}
