import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { EventNames } from './event-names.repository.js';
import { FeedEntries } from './feed-entries.repository.js';
import { PersonSegments } from './person-segments.repository.js';
import { SegmentContributors } from './segment-contributors.service.js';
import { SegmentDefinitions } from './segment-definitions.service.js';
import { SegmentMembers } from './segment-members.repository.js';
import { SegmentPositions } from './segment-positions.repository.js';
import { SegmentTrees } from './segment-trees.service.js';
import { SegmentsRepository } from './segments.repository.js';
import { TreeTitlesRepository } from './tree-titles.repository.js';
import { TreeMatching } from './tree-matching.service.js';

const services = [
  ...[EventNames, FeedEntries, SegmentDefinitions, SegmentMembers, SegmentPositions, SegmentTrees, SegmentsRepository],
  ...[SegmentContributors, TreeMatching, TreeTitlesRepository],
];

/** Who is in which segment. */
@Module({ imports: [PeopleModule], providers: [...services, PersonSegments], exports: services })
export class SegmentsModule {}
