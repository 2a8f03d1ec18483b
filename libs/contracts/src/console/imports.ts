import { ApiProperty } from '@nestjs/swagger';
import { Bool, Int, JsonMapList, OneOf, Text, TextList } from '../fields/index.js';
import { PageView } from '../page.js';
import { ListIds } from '../user-fields.js';

const EXAMPLE_ID = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';
const MOST_COLUMNS = 300;
/** The largest file, in bytes. */
export const MOST_IMPORT_BYTES = 500 * 1024 * 1024;
/** The largest piece of a file, in bytes. */
export const IMPORT_PIECE_BYTES = 2 * 1024 * 1024;
const TARGETS = [
  ...['skip', 'uid', 'email', 'number', 'first_name', 'last_name', 'name', 'tz', 'created_at', 'status'],
  ...['unsubscribed', 'suppressed', 'tracking_refused', 'opted_in_at', 'opted_in_ip', 'attribute'],
] as const;
const TYPES = ['text', 'number', 'boolean', 'date', 'date_dmy', 'date_mdy', 'json'] as const;
const STATES = [...['uploading', 'ready', 'checking', 'checked', 'importing', 'done', 'failed', 'canceled']] as const;
const DOUBTS = ['typo', 'role', 'disposable', 'no_mx'] as const;
const time = (description: string) =>
  ({ description, type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) as const;

/** POST /console/imports. */
export class CreateImportBody {
  @Text({ min: 1, max: 255, header: true, description: 'The name of the file.', example: 'subscribers.csv' })
  file_name!: string;

  @Int({ min: 1, max: MOST_IMPORT_BYTES, description: 'The size of the file in bytes.', example: 48_213 })
  bytes!: number;
}

/** POST /console/imports/{id}/read: what is left out is detected. */
export class ReadImportBody {
  @Text({ min: 1, max: 40, optional: true, description: 'The encoding, such as utf-8.', example: 'windows-1252' })
  encoding?: string;

  @OneOf([',', ';', '\t', '|'], { optional: true, description: 'What separates the columns.', example: ';' })
  separator?: string;

  @Bool({ optional: true, description: 'Whether the first line names the columns.', example: true })
  has_header?: boolean;
}

const COLUMNS_EXAMPLE = [{ to: 'email' }, { to: 'first_name' }, { to: 'attribute', name: 'plan', type: 'text' }];
const COLUMNS_DESCRIPTION =
  `What becomes of each column, in the order of the file: \`to\` is one of ${TARGETS.join(', ')}; an attribute has a \`name\` ` +
  `and a \`type\`, one of ${TYPES.join(', ')}.`;

/** POST /console/imports/{id}/check. */
export class ImportSettingsBody {
  @JsonMapList({ most: MOST_COLUMNS, description: COLUMNS_DESCRIPTION, example: COLUMNS_EXAMPLE })
  columns!: Record<string, unknown>[];

  @OneOf(['update', 'fill', 'skip', 'only'], {
    optional: true,
    description:
      'People who are known already: update them, the default; fill in what is empty; skip them; or only update them and create nobody.',
    example: 'update',
  })
  existing?: 'update' | 'fill' | 'skip' | 'only';

  @OneOf(['leave', 'clear'], {
    optional: true,
    description: 'Whether an empty cell leaves the value, the default, or clears it. It never clears an address.',
    example: 'leave',
  })
  empty?: 'leave' | 'clear';

  @ListIds({ optional: true, description: 'Lists that the people join.', example: [EXAMPLE_ID] })
  lists?: string[];

  @Text({
    min: 1,
    max: 500,
    optional: true,
    description: 'How these people agreed to get messages; required with lists. The ledger of consents keeps it.',
    example: 'Signed up at the checkout, with a box they ticked.',
  })
  consent?: string;

  @OneOf(['pending', 'confirmed'], {
    optional: true,
    description:
      'On double opt-in lists: pending until they confirm, the default, or confirmed to another service. Nobody is mailed.',
    example: 'pending',
  })
  optin?: 'pending' | 'confirmed';

  @TextList({
    min: 1,
    max: 20,
    most: 4,
    optional: true,
    description: `Doubtful addresses to leave out: ${DOUBTS.join(', ')}.`,
    example: ['typo'],
  })
  skip?: string[];
}

/** What becomes of a column. */
export class ColumnRuleView {
  @ApiProperty({ enum: TARGETS, description: 'What the column becomes.', example: 'attribute' })
  to!: (typeof TARGETS)[number];

  @ApiProperty({ type: 'string', required: false, description: 'The name of the attribute.', example: 'plan' })
  name?: string;

  @ApiProperty({ enum: TYPES, required: false, description: 'How its values are read.', example: 'text' })
  type?: (typeof TYPES)[number];
}

/** A column of an uploaded file. */
export class ImportColumnView {
  @ApiProperty({ description: 'Its name in the first line; empty without one.', example: 'Email Address' })
  header!: string;

  @ApiProperty({ type: [String], description: 'The first values.', example: ['ada@example.com'] })
  samples!: string[];

  @ApiProperty({ type: ColumnRuleView, description: 'What it probably is.' })
  suggestion!: ColumnRuleView;
}

/** How a file is written. */
export class DialectView {
  @ApiProperty({ description: 'The encoding.', example: 'utf-8' })
  encoding!: string;

  @ApiProperty({ description: 'What separates the columns.', example: ',' })
  separator!: string;

  @ApiProperty({ description: 'Whether the first line names the columns.', example: true })
  has_header!: boolean;
}

/** What a member decided about an import. */
export class ImportSettingsView {
  @ApiProperty({ type: [ColumnRuleView], description: 'What becomes of each column.' })
  columns!: ColumnRuleView[];

  @ApiProperty({
    enum: ['update', 'fill', 'skip', 'only'],
    description: 'People who are known already.',
    example: 'update',
  })
  existing!: 'update' | 'fill' | 'skip' | 'only';

  @ApiProperty({ enum: ['leave', 'clear'], description: 'What an empty cell does.', example: 'leave' })
  empty!: 'leave' | 'clear';

  @ApiProperty({ type: [String], description: 'Lists that the people join.', example: [EXAMPLE_ID] })
  lists!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'How these people agreed.', example: 'At the checkout.' })
  consent!: string | null;

  @ApiProperty({ enum: ['pending', 'confirmed'], description: 'On double opt-in lists.', example: 'pending' })
  optin!: 'pending' | 'confirmed';

  @ApiProperty({ enum: DOUBTS, isArray: true, description: 'Doubtful addresses left out.', example: ['typo'] })
  skip!: (typeof DOUBTS)[number][];
}

const countsOf = (description: string, example: Record<string, number>) =>
  ({ type: 'object', additionalProperties: { type: 'number' }, description, example }) as const;

/** What the check found. */
export class ImportFindingsView {
  @ApiProperty({ type: 'integer', description: 'Rows of the file.', example: 1_000 })
  rows!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that can be imported.', example: 990 })
  ready!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that cannot be imported.', example: 10 })
  invalid!: number;

  @ApiProperty(countsOf('Doubtful addresses by kind: typo, role, disposable, no_mx.', { typo: 3 }))
  doubts!: Record<string, number>;

  @ApiProperty(countsOf('Rows by their status in the file.', { subscribed: 990 }))
  statuses!: Record<string, number>;
}

/** How far a job is. */
export class BulkProgressView {
  @ApiProperty({ description: 'The job.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({
    enum: ['queued', 'running', 'paused', 'done', 'failed', 'canceled'],
    description: 'Its state.',
    example: 'running',
  })
  state!: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'canceled';

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Rows in all; bytes while a file is checked.',
    example: 100,
  })
  total!: number | null;

  @ApiProperty({ type: 'integer', description: 'Rows that are done.', example: 40 })
  done!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that failed.', example: 1 })
  failed!: number;

  @ApiProperty(
    countsOf(
      'What became of the rows: created, updated, skipped, failed; and joined, pending, unsubscribed, kept_away, suppressed.',
      { created: 30, updated: 10 },
    ),
  )
  counts!: Record<string, number>;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why it failed.', example: null })
  failure!: string | null;

  @ApiProperty({ ...time('When it ended; null before.'), nullable: true })
  ended_at!: string | null;
}

/** An import of a file. */
export class ImportView {
  @ApiProperty({ description: 'The id.', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ description: 'The name of the file.', example: 'subscribers.csv' })
  file_name!: string;

  @ApiProperty({ type: 'integer', description: 'The size of the file.', example: 48_213 })
  bytes!: number;

  @ApiProperty({ type: 'integer', description: 'Bytes that have been uploaded.', example: 48_213 })
  received!: number;

  @ApiProperty({ enum: STATES, description: 'How far it is.', example: 'ready' })
  state!: (typeof STATES)[number];

  @ApiProperty({ type: DialectView, nullable: true, description: 'How the file is written, once it was read.' })
  dialect!: DialectView | null;

  @ApiProperty({ type: [ImportColumnView], description: 'Its columns, once it was read.' })
  columns!: ImportColumnView[];

  @ApiProperty({
    enum: ['mailchimp', 'brevo', 'listmonk', 'sendgrid', 'customerio'],
    nullable: true,
    description: 'The service that exported the file, if its header tells.',
    example: 'mailchimp',
  })
  known!: 'mailchimp' | 'brevo' | 'listmonk' | 'sendgrid' | 'customerio' | null;

  @ApiProperty({ type: ImportSettingsView, nullable: true, description: 'What was decided, once it was checked.' })
  settings!: ImportSettingsView | null;

  @ApiProperty({ type: ImportFindingsView, nullable: true, description: 'What the check found.' })
  findings!: ImportFindingsView | null;

  @ApiProperty({ type: BulkProgressView, nullable: true, description: 'The job that checks or imports.' })
  progress!: BulkProgressView | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The import whose failed rows this one has.',
    example: null,
  })
  retry_of!: string | null;

  @ApiProperty(time('When it was created.'))
  created_at!: string;
}

/** A page of imports. */
export class ImportPage extends PageView {
  @ApiProperty({ type: [ImportView], description: 'Imports, newest first.' })
  data!: ImportView[];
}

/** A row as it will be imported. */
export class PreviewRowView {
  @ApiProperty({ type: 'integer', description: 'Its line in the file.', example: 2 })
  line!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    description: 'What is stored, by field or attribute.',
    example: { email: 'ada@example.com', first_name: 'Ada' },
  })
  values!: Record<string, string | number | boolean>;

  @ApiProperty({ type: 'string', nullable: true, description: 'The status in the file.', example: 'subscribed' })
  status!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the row cannot be imported.', example: null })
  fault!: string | null;
}

/** The first rows of a file as they will be imported. */
export class ImportPreviewView {
  @ApiProperty({ type: [PreviewRowView], description: 'Up to 20 rows.' })
  data!: PreviewRowView[];
}

/** GET /console/imports/{id}/problems. */
export class ImportProblemsQuery {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    text: true,
    optional: true,
    description: 'Returns rows after this line.',
    example: 120,
  })
  after?: number;
}

/** A row that needs attention. */
export class ImportProblemView {
  @ApiProperty({ type: 'integer', description: 'Its line in the file.', example: 12 })
  line!: number;

  @ApiProperty({
    enum: [...DOUBTS, 'invalid', 'failed', 'skipped'],
    description: 'A kind of doubt, or that it is invalid, failed or was skipped.',
    example: 'typo',
  })
  kind!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The column; null for the whole row.', example: 'Email' })
  column!: string | null;

  @ApiProperty({ description: 'What is wrong, in continuation of the value.', example: 'is not an email address' })
  reason!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The address in the row.', example: 'ada@gmial.com' })
  address!: string | null;

  @ApiProperty({ type: [String], description: 'The row as it is in the file.', example: ['ada@gmial.com', 'Ada'] })
  record!: string[];
}

/** Rows that need attention, in the order of the file. */
export class ImportProblemsView {
  @ApiProperty({ type: [ImportProblemView], description: 'Up to 100 rows.' })
  data!: ImportProblemView[];

  @ApiProperty({ description: 'Whether more follow.', example: false })
  has_more!: boolean;
}
