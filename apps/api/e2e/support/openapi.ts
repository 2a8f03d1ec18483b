import type { Subject } from './product.js';

/** The parts of an OpenAPI schema that tests look at. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  allOf?: Schema[];
  nullable?: boolean;
  example?: unknown;
  additionalProperties?: unknown;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  example?: unknown;
  schema?: Schema;
}

interface Described {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  'x-access'?: string;
  'x-role'?: string;
  'x-limited'?: string;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<
    string,
    { description?: string; headers?: Record<string, unknown>; content?: Record<string, Content> }
  >;
}

export interface Document {
  openapi: string;
  info: { description: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/** One operation of the document. */
export interface Operation extends Described {
  /** `POST /v1/lists`, with the path's parameters in braces */
  route: string;
  method: string;
  path: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

export async function readDocument({ call }: Pick<Subject, 'call'>): Promise<Document> {
  return (await call('GET /docs-json', { as: 'none' })).body as Document;
}

/** Returns every operation of the document. Tests iterate over it, so they include new routes. */
export function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, described]) => ({
        ...described,
        method: method.toUpperCase(),
        path,
        route: `${method.toUpperCase()} ${path}`,
      })),
  );
}

/** Resolves a reference to its schema. */
function resolved(document: Document, schema: Schema): Schema {
  const target = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  if (target === undefined) return schema;
  const name = target.replace('#/components/schemas/', '');
  const found = document.components.schemas[name];
  if (!found) throw new Error(`${target} is not in the document`);
  return { ...found, ...(schema.example !== undefined && { example: schema.example }) };
}

/** Returns the example of a schema as Swagger UI composes it from its fields. */
export function exampleOf(document: Document, given: Schema): unknown {
  const schema = resolved(document, given);
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.items) {
    const item = exampleOf(document, schema.items);
    return item === undefined ? undefined : [item];
  }
  if (!schema.properties) return undefined;
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(document, field)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

const JSON_TYPE = 'application/json';

/** Returns the example body of an operation; undefined if it has no body. */
export function bodyExampleOf(document: Document, { requestBody }: Operation): Record<string, unknown> | undefined {
  const content = requestBody?.content[JSON_TYPE];
  if (!content) return undefined;
  const [named] = Object.values(content.examples ?? {});
  const example = named?.value ?? content.example ?? (content.schema && exampleOf(document, content.schema));
  return example as Record<string, unknown>;
}

/** Returns the schema of the 200 answer. */
export const answerSchemaOf = ({ responses }: Operation): Schema | undefined =>
  responses['200']?.content?.[JSON_TYPE]?.schema;
