import { Controller, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import { PersonExportQuery, PersonExportView } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Readable } from 'node:stream';
import { personJson, personPage } from './person-export.page.js';
import { PersonExport } from './person-export.service.js';

const FORMATS = {
  json: { write: personJson, type: 'application/json; charset=utf-8' },
  html: { write: personPage, type: 'text/html; charset=utf-8' },
};

/** Hands out everything about one person. */
@Controller()
export class PersonExportController {
  constructor(@Inject(PersonExport) private readonly exports: PersonExport) {}

  @Endpoint('GET /console/people/:uid/export', {
    tag: 'Console',
    access: 'console',
    role: 'admin',
    summary: 'Export everything about a person',
    description:
      'Every row that names the person, as a JSON document with one line for each, or as a page to read and to hand out. Consents, ' +
      'events and messages with their content are included.',
    refuses: ['unknown'],
    returns: PersonExportView,
  })
  async get(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('uid') uid: string,
    @Query() { format = 'json' }: PersonExportQuery,
  ): Promise<StreamableFile> {
    const person = await this.exports.open(workspaceId, uid);
    const { write, type } = FORMATS[format];
    return new StreamableFile(Readable.from(write(person, new Date())), {
      type,
      // The uid may hold anything, so it is not part of the name.
      disposition: `attachment; filename="person.${format}"`,
    });
  }
}
