import type { ContentParts } from './template-parts.js';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3 } as const;

@Entity('templates')
export class Template {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** The current version. */
  @Column({ type: 'int' })
  version!: number;

  /** The sender of its test sends, and the integration that its mail tries first. */
  @Column({ name: 'profile_id', type: 'uuid', nullable: true })
  profileId!: string | null;

  @Column({ type: 'text', array: true })
  labels!: string[];

  /** When it was archived; sends that name it are refused since. */
  @Column({ name: 'archived_at', ...time, nullable: true })
  archivedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', ...time })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...time })
  updatedAt!: Date;
}

@Entity('template_versions')
export class TemplateVersion {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ name: 'template_id', type: 'uuid' })
  templateId!: string;

  @PrimaryColumn({ type: 'int' })
  version!: number;

  @Column({ type: 'text', nullable: true })
  subject!: string | null;

  /** The html that is rendered; made from MJML if there is any. */
  @Column({ type: 'text', nullable: true })
  html!: string | null;

  @Column({ type: 'text', nullable: true })
  mjml!: string | null;

  @Column({ type: 'text', nullable: true })
  text!: string | null;

  /** The blocks from which the MJML is printed. */
  @Column({ type: 'jsonb', nullable: true })
  design!: object | null;

  /** Of the content above. */
  @Column({ type: 'text', nullable: true })
  language!: string | null;

  /** The contents in other languages, by language; html is made as above. */
  @Column({ type: 'jsonb', nullable: true })
  translations!: Record<string, ContentParts> | null;

  /** Null in old versions that were stored without their variables. */
  @Column({ type: 'text', array: true, nullable: true })
  variables!: string[] | null;

  @Column({ name: 'required_variables', type: 'text', array: true, nullable: true })
  requiredVariables!: string[] | null;

  /** The email address of the member, or `an API key`. */
  @Column({ name: 'created_by', type: 'text', nullable: true })
  createdBy!: string | null;

  @Column({ type: 'text', nullable: true })
  note!: string | null;

  @CreateDateColumn({ name: 'created_at', ...time })
  createdAt!: Date;
}
