import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what a workspace shows of itself: brand, sender and language, and a logo in a table of its own. */
export class AddWorkspaceBrands1820000000971 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [COLUMNS, LOGOS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE workspace_logos');
    await runner.query(`ALTER TABLE workspaces
      DROP COLUMN brand_color, DROP COLUMN sender_name, DROP COLUMN postal_address, DROP COLUMN default_language`);
  }
}

const COLUMNS = `
ALTER TABLE workspaces
  ADD COLUMN brand_color text CHECK (brand_color ~ '^#[0-9a-f]{6}$'),
  ADD COLUMN sender_name text,
  ADD COLUMN postal_address text,
  ADD COLUMN default_language text NOT NULL DEFAULT 'en'`;

/** Its name is the hash of its bytes, so that caches and old mails never show another picture under the same address. */
const LOGOS = `
CREATE TABLE workspace_logos (
  workspace_id int PRIMARY KEY REFERENCES workspaces,
  name text NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  bytes bytea NOT NULL CHECK (length(bytes) <= 262144),
  created_at timestamptz(3) NOT NULL DEFAULT now()
)`;
