import { Body, Controller, Inject, Param, Query, Req, StreamableFile } from '@nestjs/common';
import {
  CreateImportBody,
  IMPORT_PIECE_BYTES,
  ImportPage,
  ImportPreviewView,
  ImportProblemsQuery,
  ImportProblemsView,
  ImportSettingsBody,
  ImportView,
  PageQuery,
  ReadImportBody,
  StatusOk,
} from '@dundun/contracts';
import { InvalidInputError } from '@dundun/domain';
import { CurrentCaller, Cursors, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { ImportReports } from './import-reports.service.js';
import { presentImport, presentProblem } from './import.presenter.js';
import { Imports } from './imports.service.js';

const MARKETER = { tag: 'Console', access: 'console', role: 'marketer', refuses: ['unknown', 'conflict'] } as const;
const scope = (workspaceId: number) => `imports ${workspaceId}`;

/** Imports people from files: upload, decide, check, run. */
@Controller()
export class ImportsController {
  constructor(
    @Inject(Imports) private readonly imports: Imports,
    @Inject(ImportReports) private readonly reports: ImportReports,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('POST /console/imports', {
    ...MARKETER,
    summary: 'Begin an import of a CSV file',
    description: 'Then upload the file in pieces, in any order.',
    returns: ImportView,
  })
  async create(@CurrentCaller() { workspaceId }: Caller, @Body() body: CreateImportBody): Promise<ImportView> {
    return presentImport(await this.imports.create(workspaceId, body.file_name, body.bytes));
  }

  @Endpoint('GET /console/imports', { ...MARKETER, summary: 'Page through the imports', returns: ImportPage })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() query: PageQuery): Promise<ImportPage> {
    const page = await this.imports.page(workspaceId, this.cursors.read(query, scope(workspaceId)));
    return this.cursors.view(page, scope(workspaceId), presentImport);
  }

  @Endpoint('GET /console/imports/:id', { ...MARKETER, summary: 'Get an import', returns: ImportView })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ImportView> {
    return presentImport(await this.imports.get(workspaceId, id));
  }

  @Endpoint('PUT /console/imports/:id/pieces/:index', {
    ...MARKETER,
    summary: 'Upload a piece of the file',
    description:
      'The body is bytes of the file, with the content type application/octet-stream: at most 2 MB, those of index 0 first. A ' +
      'piece that is sent again replaces the first one.',
    returns: StatusOk,
    bodyLimit: IMPORT_PIECE_BYTES,
    reads: { 'application/octet-stream': (bytes) => bytes },
  })
  async piece(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Param('index') index: string,
    @Req() { body }: FastifyRequest,
  ): Promise<StatusOk> {
    if (!/^\d{1,6}$/.test(index)) throw new InvalidInputError([{ field: 'index', message: 'must be a whole number' }]);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    await this.imports.keepPiece(workspaceId, id, Number(index), bytes);
    return { status: 'ok' };
  }

  @Endpoint('POST /console/imports/:id/read', {
    ...MARKETER,
    summary: 'Detect how the file is written',
    description:
      'Answers its columns with their first values, and what they probably are. What the call says is not detected.',
    returns: ImportView,
  })
  async read(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: ReadImportBody,
  ): Promise<ImportView> {
    return presentImport(await this.imports.read(workspaceId, id, body));
  }

  @Endpoint('POST /console/imports/:id/preview', {
    ...MARKETER,
    summary: 'Show the first 20 rows as they will be imported',
    returns: ImportPreviewView,
  })
  async preview(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: ImportSettingsBody,
  ): Promise<ImportPreviewView> {
    return { data: await this.imports.preview(workspaceId, id, body) };
  }

  @Endpoint('POST /console/imports/:id/check', {
    ...MARKETER,
    summary: 'Check the whole file',
    description: 'Reads every row and writes nothing about people. The result stands in findings and in the problems.',
    returns: ImportView,
  })
  async check(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: ImportSettingsBody,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<ImportView> {
    return presentImport(await this.imports.check(workspaceId, id, body, requestId));
  }

  @Endpoint('POST /console/imports/:id/run', {
    ...MARKETER,
    summary: 'Import a checked file',
    description: 'Nobody is mailed: who joins a double opt-in list is pending until a confirmation is sent.',
    returns: ImportView,
  })
  async run(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<ImportView> {
    return presentImport(await this.imports.run(workspaceId, id, requestId));
  }

  @Endpoint('POST /console/imports/:id/cancel', {
    ...MARKETER,
    summary: 'Stop an import',
    description: 'What was imported stays. A check that is stopped leaves the file.',
    returns: ImportView,
  })
  async cancel(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ImportView> {
    return presentImport(await this.imports.cancel(workspaceId, id));
  }

  @Endpoint('POST /console/imports/:id/retry', {
    ...MARKETER,
    summary: 'Begin an import of the failed rows alone',
    description: 'The answer is a new import with the same settings, which may be changed before it is checked.',
    returns: ImportView,
  })
  async retry(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<ImportView> {
    return presentImport(await this.imports.retry(workspaceId, id));
  }

  @Endpoint('GET /console/imports/:id/problems', {
    ...MARKETER,
    summary: 'List rows that need attention',
    description:
      'Before the import up to 500 rows that are invalid and 500 that are doubtful; after it every row that failed or was left out.',
    returns: ImportProblemsView,
  })
  async problems(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Query() { after = 0 }: ImportProblemsQuery,
  ): Promise<ImportProblemsView> {
    const { rows, hasMore } = await this.reports.page(workspaceId, id, after);
    return { data: rows.map(presentProblem), has_more: hasMore };
  }

  @Endpoint('GET /console/imports/:id/report', {
    ...MARKETER,
    summary: 'Download the rows that need attention as CSV',
    description: 'Line, kind, column and reason, and then the row as it is in the file.',
    returns: String,
    produces: 'text/csv',
  })
  async report(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<StreamableFile> {
    return new StreamableFile(Readable.from(await this.reports.lines(workspaceId, id)), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="import-report.csv"',
    });
  }
}
