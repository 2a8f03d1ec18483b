import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { inRoot } from '../root.mjs';
import { FORMATS } from './bundle.mjs';

const PUBLISHED = /^\/(v1|console\/(templates|campaigns|domains|suppressions|webhooks))(\/|$)/;

/** Writes `schema.d.ts` next to the bundles: requests and answers of the routes that the library covers, and webhooks. */
export async function writeSchema(folder) {
  const document = JSON.parse(readFileSync(inRoot('apps/api/openapi.json'), 'utf8'));
  const routes = Object.entries(document.paths).filter(([path]) => PUBLISHED.test(path));
  const schemas = Object.fromEntries([...reachable([routes, document.webhooks], document.components.schemas)].sort());
  const types = astToString(await openapiTS({ ...document, paths: {}, webhooks: {}, components: { schemas } }));
  for (const format of Object.values(FORMATS)) writeFileSync(join(folder, 'dist', format, 'schema.d.ts'), types);
}

/** Returns the schemas that a value refers to, directly or through other schemas, by name. */
function reachable(value, schemas, found = new Map()) {
  if (typeof value !== 'object' || value === null) return found;
  const name = typeof value.$ref === 'string' ? value.$ref.split('/').pop() : undefined;
  if (name !== undefined && !found.has(name)) {
    found.set(name, schemas[name]);
    reachable(schemas[name], schemas, found);
  }
  for (const each of Object.values(value)) reachable(each, schemas, found);
  return found;
}
