import { isIPv6, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';

/** A URL that may be called, and the IP address to call it at. */
export interface CheckedUrl {
  url: URL;
  address: string;
}

/** One call. The timeout covers lookup, connection and response. */
export interface PinnedRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Milliseconds; 10,000 by default. */
  timeoutMs?: number;
  /** How much of the body is read; 64 KB by default. */
  mostBytes?: number;
  /** Certificate authorities to trust besides the public ones, in PEM. */
  ca?: string;
}

/** The response: any status, and the start of the body. */
export interface PinnedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: Buffer;
  /** Whether the body was longer than that. */
  cut: boolean;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Calls a checked URL over a new connection, which can reach only the checked IP address. */
export async function requestPinned(check: () => Promise<CheckedUrl>, request: PinnedRequest): Promise<PinnedAnswer> {
  const { timeoutMs = TIMEOUT_MS } = request;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error(`No answer within ${timeoutMs} ms`), { code: 'ETIMEDOUT' }));
      controller.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([check().then((checked) => call(checked, request, controller.signal)), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function call({ url, address }: CheckedUrl, request: PinnedRequest, signal: AbortSignal): Promise<PinnedAnswer> {
  const { method = 'GET', headers = {}, body, ca, mostBytes = MAX_BYTES } = request;
  const named = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host');
  const agent = new Agent({ connect: { lookup: only(address), ca }, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: Object.fromEntries(named),
      body,
      signal,
    });
    return { status: answer.statusCode, headers: answer.headers, ...(await readStart(answer.body, mostBytes)) };
  } finally {
    await agent.destroy();
  }
}

/** Resolves every name to the one address, without a lookup. */
function only(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_name, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family));
}

async function readStart(body: Dispatcher.ResponseData['body'], most: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, most);
  return { text: bytes.toString(), bytes, cut: size > most };
}
