import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { EventNames } from './event-names.repository.js';
import { FeedEntries } from './feed-entries.repository.js';
import { PersonSegments } from './person-segments.repository.js';
import { SegmentDefinitions } from './segment-definitions.service.js';
import { SegmentMembers } from './segment-members.repository.js';
import { SegmentPositions } from './segment-positions.repository.js';
import { SegmentsRepository } from './segments.repository.js';

const services = [EventNames, FeedEntries, SegmentDefinitions, SegmentMembers, SegmentPositions, SegmentsRepository];

/** Who is in which segment. */
@Module({ imports: [PeopleModule], providers: [...services, PersonSegments], exports: services })
export class SegmentsModule {}
