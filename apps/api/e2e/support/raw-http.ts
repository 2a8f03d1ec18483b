import type { Answer } from '@dundun/testing';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  method?: string;
  /** Sent unchanged. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Sends what fetch refuses or normalizes: any method, any path, duplicate headers. */
export function rawRequest(base: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<Answer> {
  const { hostname, port } = new URL(base);
  // Node sets no Content-Length on DELETE, so the server would read the body as the next request.
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sending = request(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((one) => [name, one]),
          );
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(pairs as [string, string][]),
            text,
            body: parsed(text),
          });
        });
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const LONGEST_MS = 20_000;

/**
 * Writes these bytes to a new connection and reads until the service closes it or `enough` returns true.
 * @returns everything received
 */
export function bytes(base: string, sent: (string | Buffer)[], enough?: (got: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = '';
    const socket = dial(base);
    const done = () => {
      socket.destroy();
      resolve(got);
    };
    socket.setTimeout(LONGEST_MS, () => {
      socket.destroy();
      reject(new Error(`the service neither answered nor closed the connection; received: ${got}`));
    });
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      if (enough?.(got)) done();
    });
    // A refusal may close the connection during the write; what was received before is the answer.
    socket.on('error', done);
    socket.on('close', done);
    for (const piece of sent) socket.write(piece);
  });
}

/** Opens a connection to the service. Ignores its errors, because the service may close it at any time. */
export function dial(base: string): Socket {
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  return socket;
}

/** One answer on a connection. */
export interface RawAnswer {
  status: number;
  requestId: string | undefined;
  body: unknown;
}

const HEAD = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\n\r\n/;

/** Returns the complete answers in the data received over a connection. */
export function answersIn(stream: string): RawAnswer[] {
  const found: RawAnswer[] = [];
  let rest = stream;
  for (let head = HEAD.exec(rest); head; head = HEAD.exec(rest)) {
    const field = (name: string) => new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head?.[0] ?? '')?.[1];
    const end = head[0].length + Number(field('content-length') ?? 0);
    if (rest.length < end) break;
    found.push({
      status: Number(head[1]),
      requestId: field('request-id'),
      body: parsed(rest.slice(head[0].length, end)),
    });
    rest = rest.slice(end);
  }
  return found;
}
