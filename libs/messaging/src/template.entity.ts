import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('templates')
export class Template {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** The version that is in use. */
  @Column({ type: 'int' })
  version!: number;
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

  @Column({ type: 'text', nullable: true })
  html!: string | null;

  @Column({ type: 'text', nullable: true })
  text!: string | null;
}
