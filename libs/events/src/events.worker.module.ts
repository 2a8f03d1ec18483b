import { Module } from '@nestjs/common';
import { EventKeys } from './event-keys.js';
import { EventUpkeep } from './event-upkeep.js';
import { EventsModule } from './events.module.js';

@Module({ imports: [EventsModule], providers: [EventKeys, EventUpkeep] })
export class EventsWorkerModule {}
