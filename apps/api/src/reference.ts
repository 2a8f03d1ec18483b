import { isJsonObject, type JsonObject } from '@dundun/domain';
import { codeSamples } from './code-samples.js';

/** The OpenAPI document, as far as examples are made from it. */
interface Document {
  servers?: { url: string }[];
  paths: object;
  components?: { schemas?: object };
}

interface Content {
  schema?: JsonObject;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; example?: unknown; schema?: JsonObject }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
  security?: unknown[];
}

const DEEPEST = 8;
const JSON_TYPE = 'application/json';

/** Adds a call in five languages and an example of the answer to every operation. Both follow from the rest of the document. */
export function withExamples<D extends Document>(document: D): D {
  const server = document.servers?.[0]?.url ?? '';
  const made = structuredClone(document);
  const schemas = (made.components?.schemas ?? {}) as Record<string, JsonObject>;
  for (const [path, item] of Object.entries(made.paths as Record<string, Record<string, Operation>>))
    for (const [method, operation] of Object.entries(item)) {
      const answer = operation.responses['200']?.content?.[JSON_TYPE];
      if (answer?.schema && answer.example === undefined && answer.examples === undefined)
        answer.example = exampleOf(answer.schema, schemas);
      addPathExamples(path, operation);
      const body = operation.requestBody?.content[JSON_TYPE];
      const sampled = {
        method: method.toUpperCase(),
        path: filled(path, operation, schemas),
        body: body && bodyOf(body, schemas),
        isOpen: operation.security?.length === 0,
      };
      Object.assign(operation, { 'x-codeSamples': codeSamples(server, sampled) });
    }
  return made;
}

function bodyOf({ example, examples, schema }: Content, schemas: Record<string, JsonObject>): unknown {
  const [first] = Object.values(examples ?? {});
  return example ?? first?.value ?? (schema && exampleOf(schema, schemas));
}

const filled = (path: string, { parameters = [] }: Operation, schemas: Record<string, JsonObject>): string =>
  path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    const example = parameter?.example ?? (parameter?.schema && exampleOf(parameter.schema, schemas));
    return typeof example === 'string' || typeof example === 'number' ? encodeURIComponent(example) : whole;
  });

/** Gives each path parameter an example, by the segment before it; an id unless the table says otherwise. */
function addPathExamples(path: string, { parameters = [] }: Operation): void {
  for (const [key, , name] of path.matchAll(/([^/]+)\/\{(\w+)\}/g)) {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    if (parameter) parameter.example ??= IN_PATH[key] ?? AN_ID;
  }
}

const AN_ID = '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10';
const A_UID = 'user-42';
const IN_PATH: Record<string, string> = {
  'lists/{id}': '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11',
  'users/{uid}': A_UID,
  'subscribers/{uid}': A_UID,
  'people/{uid}': A_UID,
  'accounts/{aid}': 'acme',
  'attributes/{name}': 'plan',
  'tokens/{token}': 'fcm-4f1c',
  'routes/{path}': 'transactional',
  'suppressions/{address}': 'grace@example.com',
  'events/{event_id}': 'order-1042',
  'providers/{token}': 'h1-4f1c',
  'sources/{token}': 's1-4f1c',
};

/** Returns an example of a schema: its own, or one made of those of its parts. */
function exampleOf(schema: JsonObject, schemas: Record<string, JsonObject>, depth = 0): unknown {
  const {
    $ref,
    example,
    enum: values,
    allOf,
    anyOf,
    oneOf,
    items,
    properties,
  } = schema as {
    $ref?: string;
    example?: unknown;
    enum?: unknown[];
    allOf?: JsonObject[];
    anyOf?: JsonObject[];
    oneOf?: JsonObject[];
    items?: JsonObject;
    properties?: Record<string, JsonObject>;
  };
  const inner = (one: JsonObject) => exampleOf(one, schemas, depth + 1);
  if (example !== undefined) return example;
  if (depth > DEEPEST) return null;
  if ($ref !== undefined) return inner(schemas[$ref.split('/').pop() ?? ''] ?? {});
  if (allOf) return Object.assign({}, ...allOf.map(inner).filter(isJsonObject)) as JsonObject;
  const [first] = values ?? [];
  if (first !== undefined) return first;
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice) return inner(choice);
  if (items) return [inner(items)];
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inner(each)]));
  return PLAIN[String([schema.type].flat()[0])];
}

const PLAIN: Record<string, unknown> = { string: 'text', number: 1, integer: 1, boolean: true, object: {}, array: [] };
