import { Body, Controller, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import {
  StatusOk,
  SuppressBody,
  SuppressedView,
  SuppressionPage,
  SuppressionsQuery,
  type SuppressionView,
} from '@dundun/contracts';
import { csvLine, InvalidInputError, isEmail, parsePhone } from '@dundun/domain';
import type { Page } from '@dundun/platform/database';
import { CurrentCaller, Cursors, Endpoint, textOf, type Caller } from '@dundun/platform/http';
import { Readable } from 'node:stream';
import { COLUMNS, importedSuppressions, suppressionsFromCsv } from './suppressions-import.js';
import { keyOf, Suppressions, type SuppressionRow } from './suppressions.repository.js';

const DOCUMENTED = { tag: 'Console', access: 'console' } as const;
const TEN_MEGABYTES = 10 * 1024 * 1024;
const PAGE = 1_000;
const scope = (workspaceId: number) => `suppressions ${workspaceId}`;

/** Manages suppressed addresses in the console. */
@Controller()
export class SuppressionsController {
  constructor(
    @Inject(Suppressions) private readonly suppressions: Suppressions,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/suppressions', {
    ...DOCUMENTED,
    role: 'viewer',
    summary: 'Page through suppressed addresses',
    returns: SuppressionPage,
  })
  async list(@CurrentCaller() { workspaceId }: Caller, @Query() query: SuppressionsQuery): Promise<SuppressionPage> {
    const asked = this.cursors.read(query, scope(workspaceId));
    return this.cursors.view(await this.suppressions.page(workspaceId, query, asked), scope(workspaceId), present);
  }

  @Endpoint('GET /console/suppressions/export', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Export every suppressed address as CSV',
    description: 'A value that a spreadsheet would run as a formula gets a quote before it, which the import removes.',
    returns: String,
    produces: 'text/csv',
  })
  async export(@CurrentCaller() { workspaceId }: Caller): Promise<StreamableFile> {
    const first = await this.suppressions.page(workspaceId, {}, { limit: PAGE });
    return new StreamableFile(Readable.from(this.lines(workspaceId, first)), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="suppressions.csv"',
    });
  }

  @Endpoint('POST /console/suppressions', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Suppress addresses',
    description:
      'Also takes an export unchanged, with the content type text/csv: it restores addresses, reasons, details and dates. ' +
      'All entries are added, or none; as JSON at most 20,000, as CSV 100,000.',
    returns: SuppressedView,
    bodyLimit: TEN_MEGABYTES,
    mostKeys: 80_000,
    reads: { 'text/csv': (bytes) => ({ suppressions: suppressionsFromCsv(textOf(bytes)) }) },
  })
  async add(
    @CurrentCaller() { workspaceId }: Caller,
    @Body() { addresses = [], note, suppressions = [] }: SuppressBody,
  ): Promise<SuppressedView> {
    const wrong = addresses.findIndex((address) => !isEmail(address) && parsePhone(address) === null);
    if (wrong >= 0)
      throw new InvalidInputError([
        { field: `addresses.${wrong}`, message: 'must be an email address or a phone number' },
      ]);
    const all = addresses.map((address) => ({
      workspaceId,
      address: keyOf(address),
      reason: 'manual' as const,
      detail: note,
    }));
    const imported = await importedSuppressions(workspaceId, suppressions);
    return { added: await this.suppressions.import([...all, ...imported]) };
  }

  @Endpoint('DELETE /console/suppressions/:address', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Remove a suppression',
    description: 'Messages that were suppressed in the meantime are not sent.',
    returns: StatusOk,
    refuses: ['unknown'],
  })
  async remove(@CurrentCaller() { workspaceId }: Caller, @Param('address') address: string): Promise<StatusOk> {
    await this.suppressions.remove(workspaceId, address);
    return { status: 'ok' };
  }

  /** Yields lines page by page, because not all of them may fit in memory. */
  private async *lines(workspaceId: number, first: Page<SuppressionRow>): AsyncGenerator<string> {
    yield csvLine([...COLUMNS]);
    for (let page = first; ;) {
      yield page.rows.map(lineOf).join('');
      if (!page.next) return;
      page = await this.suppressions.page(workspaceId, {}, { limit: PAGE, after: page.next });
    }
  }
}

const lineOf = ({ address, reason, detail, created_at }: SuppressionRow): string =>
  csvLine([address, reason, detail ?? '', created_at.toISOString()]);

const present = (row: SuppressionRow): SuppressionView => ({
  address: row.address,
  reason: row.reason,
  detail: row.detail,
  message_id: row.message_id,
  stops: row.stops_all ? 'everything' : 'marketing',
  created_at: row.created_at.toISOString(),
});
