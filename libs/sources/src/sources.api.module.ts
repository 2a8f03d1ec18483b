import { Module } from '@nestjs/common';
import { Cursors } from '@dundun/platform/http';
import { SourceCallsController } from './intake/source-calls.controller.js';
import { SourceCalls } from './intake/source-calls.service.js';
import { SourceEvents } from './intake/source-events.repository.js';
import { SourceHooksController } from './intake/source-hooks.controller.js';
import { SourceIntake } from './intake/source-intake.repository.js';
import { SourcesController } from './intake/sources.controller.js';
import { SourcesModule } from './sources.module.js';

@Module({
  imports: [SourcesModule],
  providers: [Cursors, SourceCalls, SourceEvents, SourceIntake],
  controllers: [SourceHooksController, SourceCallsController, SourcesController],
})
export class SourcesApiModule {}
