// Writes what each operation needs of a signed-in member, from the OpenAPI document; what any member may do is left out.
import { readFileSync, writeFileSync } from 'node:fs';

const read = (path) => new URL(path, import.meta.url);
const { paths } = JSON.parse(readFileSync(read('../../apps/api/openapi.json'), 'utf8'));
const operations = Object.values(paths).flatMap((path) => Object.values(path));
const ruled = operations.filter(
  ({ 'x-role': role, 'x-limited': limited }) => role !== undefined && (role !== 'viewer' || limited === undefined),
);
const lines = ruled.map(({ operationId, 'x-role': role, 'x-limited': limited }) => {
  const rule = limited === undefined ? `'${role}'` : `'${role} limited'`;
  return `  ${operationId}: ${rule},\n`;
});
const text = [
  '/** This file was written by write-rules.mjs. Do not change it. */\n',
  'export const RULES = {\n',
  ...lines.sort(),
  '} as const;\n',
].join('');
writeFileSync(read('./src/generated/rules.ts'), text);
