import { Module } from '@nestjs/common';
import { BulkRunsModule } from './bulk-runs.module.js';
import { BulkLoop } from './jobs/bulk-loop.service.js';

@Module({ imports: [BulkRunsModule], providers: [BulkLoop] })
export class BulkWorkerModule {}
