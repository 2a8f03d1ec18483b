import type { Hours, Plan } from '@dundun/domain';
import type { FontName } from '@dundun/domain/mail-design';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('workspaces')
export class Workspace {
  @PrimaryGeneratedColumn('identity', { type: 'int' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  plan!: Plan;

  /** Days to keep the content of messages; null keeps it as long as the message. */
  @Column({ name: 'content_days', type: 'int', nullable: true })
  contentDays!: number | null;

  /** Whether a call with the key alone may do only what others cannot suffer from. */
  @Column({ name: 'strict_public_keys', type: 'boolean' })
  strictPublicKeys!: boolean;

  /** Confirmation mails an hour that one network may cause with the key alone or by hosted forms. */
  @Column({ name: 'network_budget', type: 'int' })
  networkBudget!: number;

  /** The same for one list. */
  @Column({ name: 'list_budget', type: 'int' })
  listBudget!: number;

  /** The same for the whole workspace. */
  @Column({ name: 'workspace_budget', type: 'int' })
  workspaceBudget!: number;

  /** Confirmation mails a day to one mailbox, whatever causes them. */
  @Column({ name: 'mailbox_budget', type: 'int' })
  mailboxBudget!: number;

  /** The calendar by whose days segments count. */
  @Column({ name: 'time_zone', type: 'text' })
  timeZone!: string;

  @Column({ name: 'brand_color', type: 'text', nullable: true })
  brandColor!: string | null;

  @Column({ name: 'brand_text_color', type: 'text', nullable: true })
  brandTextColor!: string | null;

  @Column({ name: 'brand_page_color', type: 'text', nullable: true })
  brandPageColor!: string | null;

  @Column({ name: 'brand_font', type: 'text', nullable: true })
  brandFont!: FontName | null;

  @Column({ name: 'brand_heading_font', type: 'text', nullable: true })
  brandHeadingFont!: FontName | null;

  @Column({ name: 'sender_name', type: 'text', nullable: true })
  senderName!: string | null;

  @Column({ name: 'postal_address', type: 'text', nullable: true })
  postalAddress!: string | null;

  @Column({ name: 'default_language', type: 'text', default: 'en' })
  defaultLanguage!: string;

  /** When marketing does not reach people, on their clock. */
  @Column({ name: 'email_quiet_hours', type: 'jsonb', nullable: true })
  emailQuietHours!: Hours | null;

  @Column({ name: 'sms_quiet_hours', type: 'jsonb', nullable: true, default: { from: '21:00', to: '08:00' } })
  smsQuietHours!: Hours | null;

  /** How often marketing reaches a person at most; null for no cap. */
  @Column({ name: 'email_day_cap', type: 'int', nullable: true })
  emailDayCap!: number | null;

  @Column({ name: 'email_week_cap', type: 'int', nullable: true })
  emailWeekCap!: number | null;

  @Column({ name: 'sms_day_cap', type: 'int', nullable: true })
  smsDayCap!: number | null;

  @Column({ name: 'sms_week_cap', type: 'int', nullable: true })
  smsWeekCap!: number | null;

  /** Whether members need a second factor. */
  @Column({ name: 'requires_two_factor', type: 'boolean', default: false })
  requiresTwoFactor!: boolean;

  /** Whether somebody else has to approve campaigns before they start, and automations before they are published. */
  @Column({ name: 'requires_approval', type: 'boolean', default: false })
  requiresApproval!: boolean;

  /** Whether a complaint stops every message to the address, not only marketing. */
  @Column({ name: 'complaints_stop_all', type: 'boolean', default: false })
  complaintsStopAll!: boolean;

  /** When the workspace is deleted; null unless an owner has decided so. */
  @Column({ name: 'deletes_at', type: 'timestamptz', precision: 3, nullable: true })
  deletesAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
