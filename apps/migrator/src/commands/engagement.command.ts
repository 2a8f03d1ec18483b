import type { Command } from '../command.js';
import { readSetting } from '../setting.js';
import { withServices } from '../with-services.js';

export const classifyAgain: Command = {
  name: 'engagement classify',
  usage: '--workspace <id>',
  summary: 'Classifies stored opens and clicks again: people or machines, by the rules and scanner networks of today.',
  options: { workspace: { type: 'string' } },
  run(given) {
    const workspaceId = given.id('workspace');
    return withServices(readSetting(), async ({ workspaces, reclassification }) => {
      await workspaces.find(workspaceId);
      return { ...(await reclassification.run(workspaceId)) };
    });
  },
};
