import type { Command } from '../command.js';
import { migrate } from '../migrate.js';
import { withMigrationLock } from '../migration-lock.js';
import { readSetting } from '../setting.js';
import { withServices } from '../with-services.js';

export const migrateOnly: Command = {
  name: 'migrate',
  usage: '',
  summary: 'Migrates the database without creating a first workspace.',
  options: {},
  run() {
    const setting = readSetting();
    return withMigrationLock(setting.config, setting.logger, async (client) => {
      const migrations = await migrate(setting.config, setting.logger, client);
      return { migrations, partitions: await withServices(setting, ({ partitions }) => partitions.ensure()) };
    });
  },
};
