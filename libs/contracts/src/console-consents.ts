import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, PageView } from './page.js';

/** Which part of a person's ledger. */
export class ConsentsQuery extends PageQuery {}

/** The list that somebody agreed to or left. */
export class ConsentListView {
  @ApiProperty({ example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' })
  id!: string;

  @ApiProperty({ description: 'As it is called now.', example: 'Monthly news' })
  title!: string;
}

/** One step of a person, with its evidence. */
export class ConsentView {
  @ApiProperty({
    type: ConsentListView,
    nullable: true,
    description: 'Null when it is of all messages at once: STOP, say.',
  })
  list!: ConsentListView | null;

  @ApiProperty({
    type: 'string',
    enum: ['requested', 'subscribed', 'confirmed', 'unsubscribed', 'removed', 'resumed'],
    description: 'What was said: resumed is START, whether or not a STOP came before it.',
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
      'merge',
    ],
    description: 'By what means.',
    example: 'confirm_page',
  })
  method!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'Email or number.', example: 'ada@example.com' })
  address!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: '192.0.2.7' })
  ip!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'Mozilla/5.0' })
  user_agent!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'req_01934870' })
  request_id!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'What the person read beside the button.' })
  text_shown!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'What the person wrote.', example: 'STOP' })
  text_said!: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  at!: string;
}

/** A page of a person's ledger, newest first. */
export class ConsentPage extends PageView {
  @ApiProperty({ type: [ConsentView] })
  data!: ConsentView[];
}

/** The hosted subscribe form of a list. */
export class ListFormView {
  @ApiProperty({
    description: 'The page with the form.',
    example: 'https://go.example.com/p/s/AZNIb1ocfJ6aN28PT28rEQE',
  })
  url!: string;

  @ApiProperty({ description: 'A form for a web page; it leads to the page.', example: '<form method="post">…</form>' })
  html!: string;
}
