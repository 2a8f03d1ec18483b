import { ApiProperty } from '@nestjs/swagger';

const people = (description: string, example: number) =>
  ({ description, type: 'integer', nullable: true, example }) as const;

/** How many people can be reached, as they were counted last. */
export class ReachView {
  @ApiProperty(people('Everybody who was counted; null before the first count has ended.', 12_000))
  people!: number | null;

  @ApiProperty(people('Those of them who can get email: they have an address that is not suppressed.', 9_300))
  email!: number | null;

  @ApiProperty(people('Those of them who can get SMS: they have a number that is not suppressed.', 2_100))
  sms!: number | null;

  @ApiProperty({
    description: 'The time of the count. A count of a million people is some minutes old before it is made again.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T09:30:00.000Z',
  })
  counted_at!: string | null;

  @ApiProperty({ description: 'Whether people are being counted at the moment.', example: false })
  is_counting!: boolean;
}
