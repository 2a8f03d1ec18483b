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

export const listWorkspaces: Command = {
  name: 'workspace list',
  usage: '',
  summary: 'Lists the workspaces.',
  options: {},
  run: () =>
    withServices(readSetting(), async ({ workspaces }) =>
      (await workspaces.list()).map(({ id, name, plan, createdAt }) => ({
        id: String(id),
        name,
        plan,
        created_at: createdAt,
      })),
    ),
};
