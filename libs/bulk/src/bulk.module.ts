import { Module } from '@nestjs/common';
import { EventsModule } from '@dundun/events';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { SegmentsModule } from '@dundun/segments';
import { BulkChanges } from './memberships/bulk-changes.repository.js';
import { ListChanges } from './memberships/list-changes.service.js';
import { ListConfirmations } from './memberships/confirmations.service.js';
import { UnaskedMembers } from './memberships/unasked-members.repository.js';
import { MatchingPeople } from './memberships/matching-people.service.js';
import { PeopleMatching } from './memberships/people-matching.repository.js';
import { BulkJobs } from './jobs/bulk-jobs.repository.js';
import { JobControl } from './jobs/job-control.service.js';
import { ExportPieces } from './exports/export-pieces.repository.js';
import { ExportRows } from './exports/export-rows.service.js';
import { Exports } from './exports/exports.service.js';
import { PeopleValues } from './exports/people-values.repository.js';
import { ImportPieces } from './imports/import-pieces.repository.js';
import { ImportProblems } from './imports/import-problems.repository.js';
import { ImportReports } from './imports/import-reports.service.js';
import { Imports } from './imports/imports.service.js';
import { ImportRows } from './imports/imports.repository.js';
import { PersonImports } from './imports/person-imports.repository.js';

const services = [
  BulkChanges,
  ListChanges,
  ListConfirmations,
  UnaskedMembers,
  MatchingPeople,
  PeopleMatching,
  BulkJobs,
  JobControl,
  ExportPieces,
  ExportRows,
  Exports,
  PeopleValues,
  ImportReports,
  ImportPieces,
  ImportProblems,
  ImportRows,
  Imports,
  PersonImports,
];

/** Work on many people at once. */
@Module({
  imports: [EventsModule, ListsModule, MessagingModule, PeopleModule, SegmentsModule],
  providers: services,
  exports: services,
})
export class BulkModule {}
