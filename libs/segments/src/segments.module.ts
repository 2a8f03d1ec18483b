import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { EventCounts } from './event-counts.repository.js';
import { EventNames } from './event-names.repository.js';
import { PersonSegments } from './person-segments.repository.js';

const services = [EventCounts, EventNames];

/** Who is in which segment. */
@Module({ imports: [PeopleModule], providers: [...services, PersonSegments], exports: services })
export class SegmentsModule {}
