import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Database } from '../database/database.js';
import { OperationsController } from './operations.controller.js';
import { ReadinessChecks, type ReadinessCheck } from './readiness.js';

/** Makes a readiness check from the database and the configuration. */
export type ReadinessCheckFactory = (database: Database, config: Config) => ReadinessCheck;

/** Health and metrics, for every process that listens. */
@Module({})
export class OperationsModule {
  /** @param checks must pass before the process takes traffic */
  static for(checks: ReadinessCheckFactory[]): DynamicModule {
    return {
      module: OperationsModule,
      controllers: [OperationsController],
      providers: [
        {
          provide: ReadinessChecks,
          inject: [Database, CONFIG],
          useFactory: (database: Database, config: Config) =>
            new ReadinessChecks(checks.map((check) => check(database, config))),
        },
      ],
    };
  }
}
