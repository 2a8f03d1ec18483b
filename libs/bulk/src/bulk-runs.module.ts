import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { SubscribersModule } from '@dundun/subscribers';
import { UsersModule } from '@dundun/users';
import { BulkModule } from './bulk.module.js';
import { BulkClaims } from './jobs/bulk-claims.repository.js';
import { BULK_RUNS, type BulkRun } from './jobs/bulk-job.js';
import { ExportRun } from './exports/export-run.service.js';
import { ImportCheck } from './imports/import-check.service.js';
import { ImportedPeople } from './imports/imported-people.repository.js';
import { ImportRun } from './imports/import-run.service.js';
import { ConfirmationsRun } from './memberships/confirmations-run.service.js';
import { ListChangesRun } from './memberships/list-changes-run.service.js';
import { ListChangesUndo } from './memberships/list-changes-undo.service.js';
import { MailDomains } from './imports/mail-domains.service.js';

const RUNS = [ConfirmationsRun, ExportRun, ImportCheck, ImportRun, ListChangesRun, ListChangesUndo];

/** Runs bulk jobs; the worker's module decides when. */
@Module({
  imports: [AccountsModule, BulkModule, ListsModule, MessagingModule, PeopleModule, SubscribersModule, UsersModule],
  providers: [
    BulkClaims,
    ImportedPeople,
    MailDomains,
    ...RUNS,
    { provide: BULK_RUNS, inject: RUNS, useFactory: (...runs: BulkRun[]): BulkRun[] => runs },
  ],
  exports: [BULK_RUNS, BulkClaims],
})
export class BulkRunsModule {}
