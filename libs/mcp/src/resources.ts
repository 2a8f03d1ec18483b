import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { McpError, ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { presented, WHOLE } from './answer.js';
import { path, type Api } from './api.js';
import { refusalOf } from './refusal.js';
import type { Page } from './tool.js';

/** Something that a user can attach to a conversation by its address. */
interface Kind {
  name: string;
  title: string;
  description: string;
  /** `{id}` stands for the identifier. */
  uri: string;
  /** Path of one. */
  one(id: string): string;
  /** Path of the listing; those without one are only reached by their address. */
  all?: string;
  labelOf?(row: Record<string, unknown>): unknown;
}

const KINDS: Kind[] = [
  {
    name: 'template',
    title: 'Template',
    description: 'The active version of an email template, with its sources and variables.',
    uri: 'dundun://templates/{id}',
    one: (id) => path`/console/templates/${id}`,
    all: '/console/templates',
    labelOf: ({ name }) => name,
  },
  {
    name: 'list',
    title: 'Audience list',
    description: 'An audience list with its settings and subscriber count.',
    uri: 'dundun://lists/{id}',
    one: (id) => path`/v1/lists/${id}`,
    all: '/v1/lists',
    labelOf: ({ title }) => title,
  },
  {
    name: 'segment',
    title: 'Segment',
    description: 'A segment with its conditions and how many people are in it.',
    uri: 'dundun://segments/{id}',
    one: (id) => path`/v1/segments/${id}`,
    all: '/v1/segments',
    labelOf: ({ name }) => name,
  },
  {
    name: 'message',
    title: 'Message',
    description: 'An email or SMS with its recipients, outcomes and timeline.',
    uri: 'dundun://messages/{id}',
    one: (id) => path`/v1/messages/${id}`,
  },
];

const ACCOUNT = {
  name: 'account',
  title: 'Workspace',
  description: 'The workspace of these credentials and its features.',
  uri: 'dundun://account',
};
const MIME = 'application/json';
const MOST = 30;

/** Registers what users can attach to a conversation. All of it is read. */
export function registerResources(server: McpServer, api: Api): void {
  const { name, uri, ...described } = ACCOUNT;
  server.registerResource(name, uri, { ...described, mimeType: MIME }, () => read(api, uri, '/v1/account'));
  for (const kind of KINDS) {
    const template = new ResourceTemplate(kind.uri, {
      list: kind.all === undefined ? undefined : () => listed(api, kind),
    });
    const { title, description } = kind;
    server.registerResource(kind.name, template, { title, description, mimeType: MIME }, (address, { id }) =>
      read(api, address.href, kind.one(decodeURIComponent(String(id)))),
    );
  }
}

async function listed(api: Api, { uri, all = '', labelOf }: Kind): Promise<{ resources: Resource[] }> {
  const { data } = await api.request<Page>('GET', all, { query: { limit: MOST } }).catch(refuse);
  const resources = data.map((row) => ({
    uri: uri.replace('{id}', encodeURIComponent(String(row.id))),
    name: String(labelOf?.(row) ?? row.id),
    mimeType: MIME,
  }));
  return { resources };
}

async function read(api: Api, uri: string, route: string): Promise<ReadResourceResult> {
  const data = await api.request<object>('GET', route).catch(refuse);
  const { structuredContent } = presented({ said: 'The resource.', data, longest: WHOLE });
  return { contents: [{ uri, mimeType: MIME, text: JSON.stringify(structuredContent) }] };
}

function refuse(error: unknown): never {
  throw new McpError(ErrorCode.InvalidRequest, refusalOf(error));
}
