import type { CreateExportBody } from '@dundun/contracts';
import type { JsonObject, MessageChannel } from '@dundun/domain';
import type { BulkJobRow } from '../jobs/bulk-job.js';

/** What is exported. */
export type Exported = CreateExportBody['what'];

/** Which rows are exported, in JSON. The names are those of the API. */
export interface ExportFilter {
  list?: string;
  status?: string;
  search?: string;
  match?: string;
  address?: string;
  reason?: string;
  uid?: string;
  event?: string;
  tag?: string;
  channel?: MessageChannel;
  provider?: string;
  since?: string;
  until?: string;
}

/** The details of an export job. */
export interface ExportDetails {
  what: Exported;
  filter: ExportFilter;
  list_title: string | null;
  /** What the member who asked may see; null for everything. */
  lists: readonly string[] | null;
  /** Attributes with a column each, as they were when the export was asked for. */
  attributes: string[];
}

/** Files are deleted after this time. */
export const EXPORT_DAYS = 7;

const DAY_MS = 86_400_000;

export const detailsOf = ({ details }: { details: JsonObject }) => details as unknown as ExportDetails;

/** Returns when the file of an export is deleted. */
export const expiryOf = ({ created_at }: BulkJobRow): Date => new Date(created_at.getTime() + EXPORT_DAYS * DAY_MS);
