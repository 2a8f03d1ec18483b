import {
  DKIM_KEY_STATES,
  DNS_RECORD_PURPOSES,
  DNS_RECORD_STATUSES,
  DNS_RECORD_TYPES,
  type DkimKeyState,
  type DnsRecordPurpose,
  type DnsRecordStatus,
  type DnsRecordType,
} from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../fields/index.js';

/** A sending domain to add. */
export class AddDomainBody {
  @Text({ min: 1, max: 300, description: 'The domain without `https://`.', example: 'example.com' })
  domain!: string;
}

/** Statuses of a sending domain. */
export const DOMAIN_STATUSES = ['pending', 'connected', 'failing'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** A sending domain. */
export class DomainView {
  @ApiProperty({ description: 'The id.', example: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10' })
  id!: string;

  @ApiProperty({ description: 'Lower case, punycode.', example: 'example.com' })
  domain!: string;

  @ApiProperty({
    type: 'string',
    enum: [...DOMAIN_STATUSES],
    description: '`pending` cannot send yet. `failing` can still send, but its required records are missing.',
    example: 'connected',
  })
  status!: DomainStatus;

  @ApiProperty({
    type: 'string',
    nullable: true,
    enum: ['operator', 'check', null],
    description: 'Who connected the domain. A check never disconnects a domain that the operator connected.',
    example: 'check',
  })
  connected_by!: 'operator' | 'check' | null;

  @ApiProperty({
    description: 'When the domain was connected.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T09:30:00.000Z',
  })
  connected_at!: string | null;

  @ApiProperty({
    description: 'When its records were last looked up.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T10:30:00.000Z',
  })
  checked_at!: string | null;

  @ApiProperty({
    description: 'When they are looked up next.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T11:30:00.000Z',
  })
  next_check_at!: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When required records went missing. After 72 hours, a domain that a check connected is disconnected.',
    example: null,
  })
  failing_since!: string | null;

  @ApiProperty({
    description: 'Whether new keys wait for their records; they sign as soon as the records are found.',
    example: false,
  })
  rotation_pending!: boolean;

  @ApiProperty({
    description: 'When it was created.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:00:00.000Z',
  })
  created_at!: string;
}

/** The sending domains of a workspace, oldest first. */
export class DomainList {
  @ApiProperty({ description: 'The rows.', type: [DomainView] })
  data!: DomainView[];
}

/** A DNS record that the domain needs, and the result of the last check. */
export class DomainRecordView {
  @ApiProperty({ description: 'The type of the record.', type: 'string', enum: [...DNS_RECORD_TYPES], example: 'TXT' })
  type!: DnsRecordType;

  @ApiProperty({ description: 'The full name.', example: 'dd3fa2c1-rsa._domainkey.example.com' })
  name!: string;

  @ApiProperty({
    description: 'The exact value; for an MX record including its priority.',
    example: 'v=DKIM1; k=rsa; p=MIIB…',
  })
  value!: string;

  @ApiProperty({
    description: 'What the record is for.',
    type: 'string',
    enum: [...DNS_RECORD_PURPOSES],
    example: 'dkim',
  })
  purpose!: DnsRecordPurpose;

  @ApiProperty({ description: 'Whether the domain needs it to be connected.', example: true })
  required!: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    enum: [...DKIM_KEY_STATES, null],
    description: 'For a DKIM record: the key signs, waits for the next rotation, or stays published for 7 more days.',
    example: 'active',
  })
  key_state!: DkimKeyState | null;

  @ApiProperty({
    description: 'Purpose of the record.',
    example: 'Receivers verify the signature of every mail with this key.',
  })
  note!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    enum: [...DNS_RECORD_STATUSES, null],
    description: 'Null before the first check. `error`: the name servers did not answer.',
    example: 'missing',
  })
  status!: DnsRecordStatus | null;

  @ApiProperty({ type: [String], description: 'The values found at the name servers.', example: [] })
  found!: string[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The change to make, in one sentence; null if none is needed.',
    example: 'Add this TXT record.',
  })
  change!: string | null;
}

/** A sending domain with its DNS records. */
export class DomainDetail extends DomainView {
  @ApiProperty({ description: 'The DNS records to publish.', type: [DomainRecordView] })
  records!: DomainRecordView[];

  @ApiProperty({
    type: [String],
    description: 'Further notes about this installation.',
    example: [
      'INBOUND_SMTP_PORT is not set, so this service receives no bounces and bounce.example.com needs no MX record.',
    ],
  })
  notes!: string[];
}
