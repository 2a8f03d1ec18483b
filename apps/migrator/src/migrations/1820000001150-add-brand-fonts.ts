import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the other colours and the fonts of a workspace's brand, which new templates start with; null leaves those of the editor. */
export class AddBrandFonts1820000001150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE workspaces
      ADD COLUMN brand_text_color text CHECK (brand_text_color ~ '^#[0-9a-f]{6}$'),
      ADD COLUMN brand_page_color text CHECK (brand_page_color ~ '^#[0-9a-f]{6}$'),
      ADD COLUMN brand_font text,
      ADD COLUMN brand_heading_font text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE workspaces
      DROP COLUMN brand_text_color, DROP COLUMN brand_page_color, DROP COLUMN brand_font, DROP COLUMN brand_heading_font`);
  }
}
