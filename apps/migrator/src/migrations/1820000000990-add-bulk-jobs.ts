import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds jobs on many people at once, and imports of files. */
export class AddBulkJobs1820000000990 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [JOBS, IMPORTS, PIECES, PROBLEMS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE import_problems, import_pieces, imports, bulk_jobs');
  }
}

/** due_at is when a worker may next take the job; null when it has ended. place is how far it is, in its own notation. */
const JOBS = `
CREATE TABLE bulk_jobs (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('import_check', 'import', 'memberships', 'memberships_undo', 'confirmations', 'export')),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed', 'canceled')),
  due_at timestamptz DEFAULT now(),
  claim int NOT NULL DEFAULT 0,
  attempts int NOT NULL DEFAULT 0,
  total bigint,
  done bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  details jsonb NOT NULL DEFAULT '{}',
  counts jsonb NOT NULL DEFAULT '{}',
  place text,
  error text,
  request_id text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX bulk_jobs_due ON bulk_jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX bulk_jobs_ended ON bulk_jobs (ended_at) WHERE ended_at IS NOT NULL;`;

const IMPORTS = `
CREATE TABLE imports (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  state text NOT NULL DEFAULT 'uploading'
    CHECK (state IN ('uploading', 'ready', 'checking', 'checked', 'importing', 'done', 'failed', 'canceled')),
  dialect jsonb NOT NULL DEFAULT '{}',
  columns jsonb NOT NULL DEFAULT '[]',
  known text,
  settings jsonb,
  findings jsonb,
  job_id uuid,
  retry_of uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX imports_created ON imports (created_at);`;

/** The file as it was uploaded. Its pages are not worth compressing: they are deleted when the import ends. */
const PIECES = `
CREATE TABLE import_pieces (
  workspace_id int NOT NULL,
  import_id uuid NOT NULL,
  index int NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, import_id, index)
);
ALTER TABLE import_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX import_pieces_created ON import_pieces (created_at);`;

/** Rows of a file that are doubtful, wrong or were not imported, with what was in them. */
const PROBLEMS = `
CREATE TABLE import_problems (
  workspace_id int NOT NULL,
  import_id uuid NOT NULL,
  stage text NOT NULL CHECK (stage IN ('check', 'run')),
  line bigint NOT NULL,
  kind text NOT NULL,
  column_name text,
  reason text NOT NULL,
  address text,
  record jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, import_id, stage, line)
);
CREATE INDEX import_problems_created ON import_problems (created_at);
CREATE INDEX import_problems_address ON import_problems (workspace_id, address) WHERE address IS NOT NULL;`;
