import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ConnectionError, DundunError, type Method, type RequestOptions } from '@dundun/node';
import { DryRuns } from './dry-runs.js';
import { createServer } from './server.js';
import type { Scope } from './settings.js';

/** A call made by a tool. */
interface Seen extends RequestOptions {
  route: string;
}

/** The answer of a tool. */
export interface Called {
  isError: boolean;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  data: any;
}

/** Connects an assistant to a server whose API answers by route; an Error is thrown. */
export async function anAssistant(scopes: Scope[], answers: Record<string, unknown> = {}) {
  const seen: Seen[] = [];
  let time = Date.parse('2026-11-20T09:30:00Z');
  const api = {
    request: <T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> => {
      const route = `${method} ${path}`;
      seen.push({ route, ...options });
      const answer = answers[route];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as T);
    },
  };
  const server = createServer(new Set(scopes), { api, dryRuns: new DryRuns('ds_secret', () => time) });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  const call = async (name: string, input: object = {}): Promise<Called> => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...input } });
    const [{ text }] = content as [{ text: string }];
    return { isError: isError === true, text, data: (structuredContent as { data?: unknown } | undefined)?.data };
  };
  return { client, call, seen, answers, later: (ms: number) => void (time += ms) };
}

/** Builds a refusal as the client library throws it. */
export const refused = (status: number, code: string, message: string) =>
  new DundunError(message, { status, code, requestId: 'req-1' });

export const unreachable = () => new ConnectionError('The service is unreachable: ECONNREFUSED.');
