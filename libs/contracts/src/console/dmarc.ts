import { ApiProperty } from '@nestjs/swagger';
import { Int } from '../fields/index.js';

/** The period of a summary of DMARC reports. */
export class DmarcQuery {
  @Int({
    min: 1,
    max: 180,
    text: true,
    optional: true,
    refusesEmpty: true,
    description: 'How many days back; 30 if absent.',
    example: 30,
  })
  days?: number;
}

/** A receiver that sent reports. */
export class DmarcReporterView {
  @ApiProperty({ description: 'The receiver, as its reports call it. Nothing proves it.', example: 'google.com' })
  name!: string;

  @ApiProperty({
    type: [String],
    description: 'The domains of the mailboxes that its mails name.',
    example: ['google.com'],
  })
  mail_domains!: string[];

  @ApiProperty({ type: 'integer', description: 'How many reports it sent.', example: 28 })
  reports!: number;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When the last one arrived.',
    example: '2026-11-22T06:00:00.000Z',
  })
  last_received_at!: string;
}

/** What one server sent in the name of the domain. */
export class DmarcSourceView {
  @ApiProperty({ description: 'Its IP address.', example: '192.0.2.1' })
  source!: string;

  @ApiProperty({ type: 'integer', description: 'Messages that receivers reported.', example: 1200 })
  messages!: number;

  @ApiProperty({ type: 'integer', description: 'Messages that passed DMARC, by DKIM or SPF.', example: 1198 })
  aligned!: number;

  @ApiProperty({ type: 'integer', description: 'Messages with an aligned DKIM signature.', example: 1198 })
  dkim_aligned!: number;

  @ApiProperty({ type: 'integer', description: 'Messages with aligned SPF.', example: 900 })
  spf_aligned!: number;

  @ApiProperty({ type: 'integer', description: 'Messages that went to spam because of the policy.', example: 0 })
  quarantined!: number;

  @ApiProperty({ type: 'integer', description: 'Messages that were rejected because of the policy.', example: 0 })
  rejected!: number;

  @ApiProperty({ type: [String], description: 'Who reported it, five at most.', example: ['google.com'] })
  reporters!: string[];

  @ApiProperty({
    type: [String],
    description: 'The domains of the From headers, five at most.',
    example: ['example.com'],
  })
  header_from!: string[];

  @ApiProperty({ type: 'string', format: 'date', description: 'The first day with a message.', example: '2026-11-01' })
  first_day!: string;

  @ApiProperty({ type: 'string', format: 'date', description: 'The last day with a message.', example: '2026-11-21' })
  last_day!: string;
}

/** One day of mail in the name of the domain. */
export class DmarcDayView {
  @ApiProperty({ type: 'string', format: 'date', description: 'The day, UTC.', example: '2026-11-21' })
  day!: string;

  @ApiProperty({ type: 'integer', description: 'Messages that receivers reported.', example: 1200 })
  messages!: number;

  @ApiProperty({ type: 'integer', description: 'Messages that passed DMARC.', example: 1198 })
  aligned!: number;
}

/** What receivers reported about mail in the name of a domain. */
export class DmarcSummary {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Where this service receives reports about the domain; null without `INBOUND_SMTP_PORT`.',
    example: 'dmarc-1-019348715b7e7f0a9c1d2f6b8e4a7c10@bounce.example.com',
  })
  reports_to!: string | null;

  @ApiProperty({ description: 'Whether the last check found that address in the DMARC record.', example: true })
  published!: boolean;

  @ApiProperty({ type: 'integer', description: 'The days that are summed up.', example: 30 })
  days!: number;

  @ApiProperty({ type: 'integer', description: 'Messages that receivers reported.', example: 1200 })
  messages!: number;

  @ApiProperty({ type: 'integer', description: 'Messages that passed DMARC.', example: 1198 })
  aligned!: number;

  @ApiProperty({
    type: [String],
    description: 'What the reports mean and what to do, one sentence or two each.',
    example: ['99.8% of 1,200 messages passed DMARC.'],
  })
  advice!: string[];

  @ApiProperty({ description: 'By day, the oldest first.', type: [DmarcDayView] })
  daily!: DmarcDayView[];

  @ApiProperty({ description: 'Who reported, the most reports first; 100 at most.', type: [DmarcReporterView] })
  reporters!: DmarcReporterView[];

  @ApiProperty({ description: 'Who sent, the most messages first; 100 at most.', type: [DmarcSourceView] })
  sources!: DmarcSourceView[];
}
