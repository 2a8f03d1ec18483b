import type { Command } from '../command.js';
import { migrate } from '../migrate.js';
import { withMigrationLock } from '../migration-lock.js';
import type { Services } from '../services.js';
import { WELCOME } from '../welcome-template.js';
import { readSetting } from '../setting.js';
import { withServices } from '../with-services.js';

/** Runs before every start of the service. */
export const prepare: Command = {
  name: '',
  usage: '',
  summary: 'Migrates the database; in an empty one, creates the first workspace from BOOTSTRAP_*.',
  options: {},
  run() {
    const setting = readSetting();
    return withMigrationLock(setting.config, setting.logger, async (client) => {
      await migrate(setting.config, setting.logger, client);
      return withServices(setting, async (services) => {
        await services.partitions.ensure();
        return bootstrap(services);
      });
    });
  },
};

/** In one transaction: a workspace created without its template would never get it. */
async function bootstrap({ database, bootstrap, templates }: Services): Promise<object | undefined> {
  const made = await database.transaction(async () => {
    const first = await bootstrap.run();
    if (first) await templates.put(first.workspaceId, WELCOME);
    return first;
  });
  if (!made) return undefined;
  const { workspaceId, browserKey, ...rest } = made;
  return { bootstrap: { workspace: String(workspaceId), browser_key: browserKey, ...rest } };
}
