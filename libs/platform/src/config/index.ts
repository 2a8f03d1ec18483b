export { bundledFile } from './bundled-file.js';
export { collectGarbage } from './collect-garbage.js';
export { loadConfig, EnvironmentError, type Config } from './config.js';
export { environment } from './environment.js';
export { createLogger, NestLogger, type Logger } from './logger.js';
export { ConfigModule, CONFIG, LOGGER } from './config.module.js';
export { Seal, CannotOpenError } from './seal.js';
