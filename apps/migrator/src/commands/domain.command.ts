import type { Command } from '../command.js';
import { readSetting } from '../setting.js';
import { withServices } from '../with-services.js';

export const addDomain: Command = {
  name: 'domain add',
  usage: '--workspace <id> --domain <domain>',
  summary: 'Connects a sending domain without checking DNS.',
  options: { workspace: { type: 'string' }, domain: { type: 'string' } },
  run(given) {
    const [workspaceId, name] = [given.id('workspace'), given.text('domain')];
    return withServices(readSetting(), async ({ workspaces, domains }) => {
      await workspaces.find(workspaceId);
      const { id, domain, connectedAt } = await domains.connect(workspaceId, name);
      return { id, domain, connected_at: connectedAt };
    });
  },
};
