import { loadConfig, type Config, type Logger } from '@dundun/platform/config';
import { migratorLogger } from './migrator-logger.js';

/** The context of a command; features are loaded only by commands that need them. */
export interface Setting {
  config: Config;
  logger: Logger;
}

/** @throws EnvironmentError */
export function readSetting(): Setting {
  const config = loadConfig();
  return { config, logger: migratorLogger(config.LOG_LEVEL) };
}
