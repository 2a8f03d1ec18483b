import { Module } from '@nestjs/common';
import { EventUpkeep } from './event-upkeep.timer.js';
import { EventsModule } from './events.module.js';

@Module({ imports: [EventsModule], providers: [EventUpkeep] })
export class EventsWorkerModule {}
