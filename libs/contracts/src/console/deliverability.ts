import { ApiProperty } from '@nestjs/swagger';
import { DNS_RECORD_STATUSES } from '@dundun/domain';
import { MailboxFiguresView, MailFiguresView } from './campaigns/report.js';

const RECORD = { enum: DNS_RECORD_STATUSES, nullable: true, example: 'ok' } as const;
const number = (description: string, example: number) => ({ description, example, type: 'integer' }) as const;

/** What to do about the mail of a domain. */
export class DeliverabilityAdviceView {
  @ApiProperty({
    enum: ['act', 'watch'],
    description: 'act: mail is being lost. watch: it may be soon.',
    example: 'watch',
  })
  severity!: string;

  @ApiProperty({
    description: 'What is wrong and what to do, as sentences.',
    example: '2% of 1,000 messages bounced. Mail only people who signed up themselves.',
  })
  text!: string;
}

/** How the mail of a domain fares. */
export class DomainDeliverabilityView {
  @ApiProperty({ description: 'The sending domain, or the domain of senders without one.', example: 'example.com' })
  domain!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The id of the sending domain; null without one.',
    example: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10',
  })
  id!: string | null;

  @ApiProperty({
    enum: ['pending', 'connected', 'failing'],
    nullable: true,
    description: 'The status of the sending domain.',
    example: 'connected',
  })
  status!: string | null;

  @ApiProperty({ ...RECORD, description: 'What the last check found of the DKIM key that signs.' })
  dkim!: string | null;

  @ApiProperty({ ...RECORD, description: 'What the last check found of the SPF record of the return path.' })
  spf!: string | null;

  @ApiProperty({ ...RECORD, description: 'What the last check found of the DMARC record.' })
  dmarc!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The policy of the DMARC record.', example: 'none' })
  policy!: string | null;

  @ApiProperty(number('Messages of thirty days about which DMARC reports arrived.', 9_120))
  reported!: number;

  @ApiProperty(number('Of those reported, messages that passed DMARC.', 9_118))
  aligned!: number;

  @ApiProperty({ description: 'All its mail.', type: MailFiguresView })
  total!: MailFiguresView;

  @ApiProperty({ description: 'Its mail by mailbox provider, the largest first.', type: [MailboxFiguresView] })
  mailboxes!: MailboxFiguresView[];

  @ApiProperty({ description: 'What to do, the urgent first.', type: [DeliverabilityAdviceView] })
  advice!: DeliverabilityAdviceView[];
}

/** How the mail of a workspace fares. */
export class DeliverabilityView {
  @ApiProperty(number('The days that the numbers are about, today included.', 30))
  days!: number;

  @ApiProperty({ description: 'All mail.', type: MailFiguresView })
  total!: MailFiguresView;

  @ApiProperty({ description: 'All mail by mailbox provider, the largest first.', type: [MailboxFiguresView] })
  mailboxes!: MailboxFiguresView[];

  @ApiProperty({
    description: 'By sending domain, the one with the most mail first; fifty at most.',
    type: [DomainDeliverabilityView],
  })
  domains!: DomainDeliverabilityView[];
}
