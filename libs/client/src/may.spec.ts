import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { mayCall, type OperationId } from './may.js';

interface Operation {
  operationId: OperationId;
  'x-role'?: string;
  'x-limited'?: string;
}

const ROLES = ['viewer', 'marketer', 'admin', 'owner'] as const;
const file = new URL('../../../apps/api/openapi.json', import.meta.url);
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(paths).flatMap((path) => Object.values(path));

it('admits each role to what the OpenAPI document says', () => {
  const wrong = operations.flatMap((each) =>
    ROLES.filter((role) => {
      const needed = ROLES.indexOf((each['x-role'] ?? 'viewer') as 'viewer');
      return mayCall({ role, lists: null }, each.operationId) !== ROLES.indexOf(role) >= needed;
    }).map((role) => `${role} ${each.operationId}`),
  );
  expect(wrong).toEqual([]);
});

it('admits a member limited to lists to operations that respect the limit', () => {
  const admitted = operations
    .filter((each) => each['x-role'] !== undefined && mayCall({ role: 'owner', lists: [] }, each.operationId))
    .map(({ operationId }) => operationId);
  expect(admitted.sort()).toEqual(
    operations
      .filter((each) => each['x-limited'] !== undefined)
      .map(({ operationId }) => operationId)
      .sort(),
  );
});
