import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, PageView } from '../page.js';

/** Selects a part of a person's ledger. */
export class ConsentsQuery extends PageQuery {}

/** The list of a consent step. */
export class ConsentListView {
  @ApiProperty({ description: 'The id of the list.', example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' })
  id!: string;

  @ApiProperty({ description: 'Current title.', example: 'Monthly news' })
  title!: string;
}

/** A step of a person's consent, with its evidence. */
export class ConsentView {
  @ApiProperty({
    type: ConsentListView,
    nullable: true,
    description: 'Null for a step about all messages, such as STOP.',
  })
  list!: ConsentListView | null;

  @ApiProperty({
    type: 'string',
    enum: [
      'requested',
      'subscribed',
      'confirmed',
      'unsubscribed',
      'removed',
      'resumed',
      'tracking_refused',
      'tracking_allowed',
      'marketing_paused',
      'marketing_resumed',
    ],
    description:
      'The step; resumed is a START, with or without an earlier STOP. tracking_refused and tracking_allowed are about opens and ' +
      'clicks of all messages, marketing_paused and marketing_resumed about all messages with a list.',
    example: 'confirmed',
  })
  action!: string;

  @ApiProperty({
    type: 'string',
    enum: [
      'api',
      'api_key',
      'console',
      'confirm_page',
      'form',
      'one_click',
      'page',
      'preferences',
      'provider',
      'sms',
      'import',
      'automation',
      'merge',
    ],
    description: 'Method of the step.',
    example: 'confirm_page',
  })
  method!: string;

  @ApiProperty({
    description: 'The channels that the step is about.',
    type: 'array',
    items: { type: 'string', enum: ['email', 'sms'] },
    example: ['email'],
  })
  channels!: string[];

  @ApiProperty({ type: 'string', nullable: true, description: 'Email or number.', example: 'ada@example.com' })
  address!: string | null;

  @ApiProperty({ description: 'The address of the request.', type: 'string', nullable: true, example: '192.0.2.7' })
  ip!: string | null;

  @ApiProperty({
    description: 'The browser or program of the request.',
    type: 'string',
    nullable: true,
    example: 'Mozilla/5.0',
  })
  user_agent!: string | null;

  @ApiProperty({ description: 'The id of the request.', type: 'string', nullable: true, example: 'req_01934870' })
  request_id!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The text shown next to the button.' })
  text_shown!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The text that the person sent.', example: 'STOP' })
  text_said!: string | null;

  @ApiProperty({
    description: 'When it happened.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  at!: string;
}

/** A page of a person's ledger, newest first. */
export class ConsentPage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [ConsentView] })
  data!: ConsentView[];
}

/** The hosted subscribe form of a list. */
export class ListFormView {
  @ApiProperty({
    description: 'Address of the page with the form.',
    example: 'https://go.example.com/p/s/AZNIb1ocfJ6aN28PT28rEQE',
  })
  url!: string;

  @ApiProperty({
    description: 'HTML form for a web page; it leads to the hosted page.',
    example: '<form method="post">…</form>',
  })
  html!: string;
}
