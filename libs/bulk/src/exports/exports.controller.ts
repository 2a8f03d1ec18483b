import { Body, Controller, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import { CreateExportBody, ExportPage, ExportView, PageQuery } from '@dundun/contracts';
import { CurrentCaller, Cursors, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import { Readable } from 'node:stream';
import { fileNameOf, presentExport } from './export.presenter.js';
import { Exports } from './exports.service.js';

const MARKETER = { tag: 'Console', access: 'console', role: 'marketer', limited: 'filtered' } as const;
const scope = (workspaceId: number) => `exports ${workspaceId}`;

/** Exports rows to CSV files. */
@Controller()
export class ExportsController {
  constructor(
    @Inject(Exports) private readonly exports: Exports,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('POST /console/exports', {
    ...MARKETER,
    summary: 'Export rows to a CSV file',
    description:
      'Members of a list with their statuses, people, messages, events or suppressions. A job writes the file; it is deleted ' +
      'after 7 days. A value that a spreadsheet would run as a formula gets a quote before it.',
    refuses: ['unknown', 'conflict'],
    returns: ExportView,
    examples: { Everybody: { what: 'people' } },
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateExportBody,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<ExportView> {
    return presentExport(await this.exports.queue(caller, body, requestId));
  }

  @Endpoint('GET /console/exports', { ...MARKETER, summary: 'Page through the exports', returns: ExportPage })
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery): Promise<ExportPage> {
    const page = await this.exports.page(caller, this.cursors.read(query, scope(caller.workspaceId)));
    return this.cursors.view(page, scope(caller.workspaceId), presentExport);
  }

  @Endpoint('GET /console/exports/:id', {
    ...MARKETER,
    summary: 'Get an export',
    refuses: ['unknown'],
    returns: ExportView,
  })
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ExportView> {
    return presentExport(await this.exports.get(caller, id));
  }

  @Endpoint('POST /console/exports/:id/cancel', {
    ...MARKETER,
    summary: 'Cancel an export',
    description: 'The part of the file that is written is deleted.',
    refuses: ['unknown', 'conflict'],
    returns: ExportView,
  })
  async cancel(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ExportView> {
    return presentExport(await this.exports.cancel(caller, id));
  }

  @Endpoint('GET /console/exports/:id/file', {
    ...MARKETER,
    summary: 'Download the file of an export',
    refuses: ['unknown', 'conflict'],
    returns: String,
    produces: 'text/csv',
  })
  async file(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StreamableFile> {
    const { job, pieces } = await this.exports.file(caller, id);
    return new StreamableFile(Readable.from(pieces), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${fileNameOf(job)}"`,
      length: job.counts.bytes ?? 0,
    });
  }
}
