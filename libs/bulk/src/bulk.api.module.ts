import { Module } from '@nestjs/common';
import { Cursors } from '@dundun/platform/http';
import { BulkModule } from './bulk.module.js';
import { ImportsController } from './imports/imports.controller.js';

@Module({
  imports: [BulkModule],
  providers: [Cursors],
  controllers: [ImportsController],
})
export class BulkApiModule {}
