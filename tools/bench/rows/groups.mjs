import { automationRows } from './automations.mjs';
import { batchRows } from './batches.mjs';
import { backlogRows } from './backlog.mjs';
import { campaignRows } from './campaigns.mjs';
import { composingRows } from './composing.mjs';
import { consoleRows } from './console.mjs';
import { contentRows } from './contents.mjs';
import { deliveryRows } from './delivery.mjs';
import { eventRows } from './events.mjs';
import { importRows } from './imports.mjs';
import { joinRows } from './joins.mjs';
import { memoryRow } from './memory.mjs';
import { readRows } from './reads.mjs';
import { referenceRows } from './references.mjs';
import { segmentRows } from './segments.mjs';
import { sendRows } from './sends.mjs';

/** The groups that `--only` can name, in the order of the table. */
export const GROUPS = {
  events: eventRows,
  sends: sendRows,
  joins: joinRows,
  batches: batchRows,
  delivery: deliveryRows,
  contents: contentRows,
  references: referenceRows,
  composing: composingRows,
  backlog: backlogRows,
  reads: readRows,
  imports: importRows,
  console: consoleRows,
  segments: segmentRows,
  campaigns: campaignRows,
  automations: automationRows,
  memory: memoryRow,
};
