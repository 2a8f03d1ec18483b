import { Module } from '@nestjs/common';
import { Cursors } from '@dundun/platform/http';
import { ListsModule } from '@dundun/lists';
import { BulkController } from './memberships/bulk.controller.js';
import { ConfirmationsController } from './memberships/confirmations.controller.js';
import { BulkModule } from './bulk.module.js';
import { ExportsController } from './exports/exports.controller.js';
import { ImportsController } from './imports/imports.controller.js';

@Module({
  imports: [BulkModule, ListsModule],
  providers: [Cursors],
  controllers: [BulkController, ConfirmationsController, ExportsController, ImportsController],
})
export class BulkApiModule {}
