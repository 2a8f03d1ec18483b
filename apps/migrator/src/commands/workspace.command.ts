import { PLANS } from '@dundun/domain';
import type { Command } from '../command.js';
import { readSetting } from '../setting.js';
import { withServices } from '../with-services.js';

export const createWorkspace: Command = {
  name: 'workspace create',
  usage: `--name <name> [--plan ${PLANS.join('|')}]`,
  summary: 'Creates a workspace; its plan is free by default.',
  options: { name: { type: 'string' }, plan: { type: 'string' } },
  run(given) {
    const asked = { name: given.text('name'), plan: given.oneOf('plan', PLANS) };
    return withServices(readSetting(), async ({ workspaces }) => {
      const { id, name, plan } = await workspaces.create(asked);
      return { id: String(id), name, plan };
    });
  },
};

const SWITCH = ['on', 'off'] as const;

export const updateWorkspace: Command = {
  name: 'workspace update',
  usage: `--workspace <id> --strict-public-keys ${SWITCH.join('|')}`,
  summary:
    'Switches strict public keys. With off, anybody who reads the key on a web page can subscribe strangers without a ' +
    'confirmation and change the texts of confirmation mail. Takes effect within a second.',
  options: { workspace: { type: 'string' }, 'strict-public-keys': { type: 'string' } },
  run(given) {
    const workspaceId = given.id('workspace');
    given.text('strict-public-keys');
    const strictPublicKeys = given.oneOf('strict-public-keys', SWITCH) === 'on';
    return withServices(readSetting(), async ({ workspaces }) => {
      await workspaces.find(workspaceId);
      const { id, name } = await workspaces.update(workspaceId, { strictPublicKeys });
      return { id: String(id), name, strict_public_keys: strictPublicKeys };
    });
  },
};

export const listWorkspaces: Command = {
  name: 'workspace list',
  usage: '',
  summary: 'Lists the workspaces.',
  options: {},
  run: () =>
    withServices(readSetting(), async ({ workspaces }) =>
      (await workspaces.list()).map(({ id, name, plan, strictPublicKeys, createdAt }) => ({
        id: String(id),
        name,
        plan,
        strict_public_keys: strictPublicKeys,
        created_at: createdAt,
      })),
    ),
};
