import { describe, expect, it } from '@jest/globals';
import { AuditLog, thingOf } from '@dundun/accounts';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditTable } from './audit-table.js';

interface Operation {
  'x-access'?: string;
}

const DOCUMENT = JSON.parse(readFileSync(join(process.cwd(), 'apps/api/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const changes = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method, operation]) => method !== 'get' && operation['x-access'] !== 'none')
    .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
);

describe('what the log of changes records', () => {
  const db = useDatabase();

  it('names the thing of every operation that changes something, or why it is not recorded', () => {
    const unnamed = changes.filter((route) => !auditTable.exempt[route] && !thingOf(auditTable, route));
    expect(unnamed).toEqual([]);
  });

  it('excepts only operations that exist', () => {
    expect(Object.keys(auditTable.exempt).filter((route) => !changes.includes(route))).toEqual([]);
  });

  it.each(auditTable.things)('reads columns of a $thing that exist, and no sealed value openly', async (thing) => {
    const workspaceId = await aWorkspace(db.database);
    const id = thing.key === 'path' ? 'marketing' : '01934870-1c55-7d0b-b0d5-94a1c9a4ff11';
    const row = await new AuditLog(db.database).snapshot(workspaceId, thing, id);
    expect(row === null).toBe(thing.table !== 'workspaces');
    expect((thing.columns ?? []).filter((column) => /sealed|secret_hash|token|password/.test(column))).toEqual([]);
  });
});
