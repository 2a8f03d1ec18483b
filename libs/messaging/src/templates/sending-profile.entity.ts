import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

const time = { type: 'timestamptz', precision: 3 } as const;

@Entity('sending_profiles')
export class SendingProfile {
  @PrimaryColumn({ name: 'workspace_id', type: 'int' })
  workspaceId!: number;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'from_name', type: 'text' })
  fromName!: string;

  @Column({ name: 'from_email', type: 'text' })
  fromEmail!: string;

  @Column({ name: 'reply_to', type: 'text', nullable: true })
  replyTo!: string | null;

  @Column({ name: 'integration_id', type: 'uuid', nullable: true })
  integrationId!: string | null;

  @Column({ name: 'is_default', type: 'boolean' })
  isDefault!: boolean;

  @CreateDateColumn({ name: 'created_at', ...time })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...time })
  updatedAt!: Date;
}
