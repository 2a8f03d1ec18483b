import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Auditor, Cursors } from '@dundun/platform/http';
import { AUDIT_TABLE, type AuditTable } from './audit/audited-thing.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditLog } from './audit/audit-log.repository.js';
import { Audit } from './audit/audit.service.js';

/** Makes an api record changes, and shows them. */
@Global()
@Module({})
export class AuditApiModule {
  static for(table: AuditTable): DynamicModule {
    return {
      module: AuditApiModule,
      controllers: [AuditController],
      providers: [
        AuditLog,
        Audit,
        Cursors,
        { provide: AUDIT_TABLE, useValue: table },
        { provide: Auditor, useExisting: Audit },
      ],
      exports: [Auditor],
    };
  }
}
