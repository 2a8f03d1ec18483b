import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Config } from './config.js';
import type { Logger } from './logger.js';
import { Seal } from './seal.js';

/** Injection token of the process's configuration. */
export const CONFIG = Symbol('config');
/** Injection token of the process's logger. */
export const LOGGER = Symbol('logger');

/** Provides the configuration, the logger and the seal to every process. */
@Global()
@Module({})
export class ConfigModule {
  static for(config: Config, logger: Logger): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        {
          provide: Seal,
          useValue: new Seal([config.SECRET_KEY, config.SECRET_KEY_PREVIOUS].filter((key) => key !== undefined)),
        },
      ],
      exports: [CONFIG, LOGGER, Seal],
    };
  }
}
