import { ApiProperty } from '@nestjs/swagger';

/** A budget of confirmation mail that refused mails lately. */
export class RefusingBudgetView {
  @ApiProperty({
    type: 'string',
    enum: ['network', 'list', 'workspace', 'mailbox'],
    description: 'Who reached the budget: a network, a list or the workspace caused mail, a mailbox would have got it.',
    example: 'network',
  })
  budget!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The network or the title of the list; null for the workspace and for a mailbox, whose address is not kept.',
    example: '203.0.113.0/24',
  })
  name!: string | null;

  @ApiProperty({ type: 'integer', description: 'Mails that were not sent since the first refusal.', example: 12 })
  refused!: number;

  @ApiProperty({
    description: 'When it first refused.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  first_refused_at!: string;

  @ApiProperty({
    description: 'When it last refused.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:41:00.000Z',
  })
  last_refused_at!: string;
}

/** GET /console/refused-confirmations. */
export class RefusingBudgetList {
  @ApiProperty({ description: 'The rows.', type: [RefusingBudgetView] })
  data!: RefusingBudgetView[];
}
