import { Module, type DynamicModule } from '@nestjs/common';
import type { Expiry } from './expiry.repository.js';
import { ExpiredRows, EXPIRIES } from './expiry.timer.js';

/** Makes a worker delete expired rows. */
@Module({})
export class ExpiryModule {
  static for(expiries: Expiry[]): DynamicModule {
    return { module: ExpiryModule, providers: [ExpiredRows, { provide: EXPIRIES, useValue: expiries }] };
  }
}
