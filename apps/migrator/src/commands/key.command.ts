import type { KeyKind } from '@dundun/domain';
import type { Command } from '../command.js';
import { CommandError } from '../command-error.js';
import { readSetting } from '../setting.js';
import { withServices } from '../with-services.js';

const KINDS: readonly KeyKind[] = ['public', 'browser'];

export const createKey: Command = {
  name: 'key create',
  usage: `--workspace <id> [--name <name>] [--kind ${KINDS.join('|')}]`,
  summary: 'Creates an API key. The secret is shown once and stored nowhere.',
  options: { workspace: { type: 'string' }, name: { type: 'string' }, kind: { type: 'string' } },
  run(given) {
    const asked = {
      workspaceId: given.id('workspace'),
      name: given.optional('name'),
      kind: given.oneOf('kind', KINDS),
    };
    return withServices(readSetting(), async ({ workspaces, keys }) => {
      await workspaces.find(asked.workspaceId);
      return keys.create(asked);
    });
  },
};

export const listKeys: Command = {
  name: 'key list',
  usage: '--workspace <id>',
  summary: 'Lists the API keys of a workspace.',
  options: { workspace: { type: 'string' } },
  run(given) {
    const workspaceId = given.id('workspace');
    return withServices(readSetting(), async ({ workspaces, keys }) => {
      await workspaces.find(workspaceId);
      const all = await keys.list(workspaceId);
      return all.map(({ id, name, kind, key, createdAt, revokedAt }) => ({
        id,
        name,
        kind,
        key,
        created_at: createdAt,
        revoked_at: revokedAt,
      }));
    });
  },
};

export const revokeKey: Command = {
  name: 'key revoke',
  usage: '--key <key>',
  summary: 'Revokes an API key permanently, within a second.',
  options: { key: { type: 'string' } },
  run(given) {
    const key = given.text('key');
    return withServices(readSetting(), async ({ keys }) => {
      if (!(await keys.revoke(key))) throw new CommandError(`There is no active key ${key}.`);
      return { key, revoked: true };
    });
  },
};
