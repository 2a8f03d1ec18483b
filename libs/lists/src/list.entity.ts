import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('lists')
export class List {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** As mail and hosted pages show it. */
  @Column({ type: 'text' })
  title!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  /** The title that the API answers, if a caller with the key alone gave another one. */
  @Column({ name: 'answered_title', type: 'text', nullable: true })
  answeredTitle!: string | null;

  /** The description that goes with `answeredTitle`. */
  @Column({ name: 'answered_description', type: 'text', nullable: true })
  answeredDescription!: string | null;

  @Column({ name: 'redirect_url', type: 'text', nullable: true })
  redirectUrl!: string | null;

  @Column({ name: 'double_optin', type: 'boolean' })
  doubleOptin!: boolean;

  /** Whether preference pages offer it to people who are not on it. */
  @Column({ name: 'is_public', type: 'boolean', default: false })
  isPublic!: boolean;

  @Column({ name: 'broadcast_count', type: 'int' })
  broadcastCount!: number;

  @Column({ name: 'archived_at', type: 'timestamptz', precision: 3, nullable: true })
  archivedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

export const listsEntities = [List];
