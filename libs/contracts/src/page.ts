import { ApiProperty } from '@nestjs/swagger';
import { Across, type Body, Int, Text } from './fields/index.js';

const MOST = 30;

const isOne = (body: Body) => {
  const given = (name: string) => typeof body[name] === 'string' && body[name] !== '';
  const both = given('previous_cursor') && given('prev_cursor') && body.previous_cursor !== body.prev_cursor;
  return !both && !(given('next_cursor') && (given('previous_cursor') || given('prev_cursor')));
};

/** Paging parameters of a listing; every value arrives as text. */
export class PageQuery {
  @Int({
    min: 1,
    max: MOST,
    text: true,
    optional: true,
    refusesEmpty: true,
    description: 'Entries per page; 10 by default.',
    example: 10,
  })
  limit?: number;

  @Across('one_cursor', 'must not be given together with another cursor', (_, body) => isOne(body))
  @Text({
    max: 1024,
    optional: true,
    blankIsAbsent: true,
    description: 'Cursor of the previous page; returns the entries after it.',
  })
  next_cursor?: string;

  @Text({
    max: 1024,
    optional: true,
    blankIsAbsent: true,
    description: 'Cursor of the next page; returns the entries before it.',
  })
  previous_cursor?: string;

  @Text({ max: 1024, optional: true, blankIsAbsent: true, description: 'Alias of previous_cursor.' })
  prev_cursor?: string;
}

/** Fields of every page besides `data`. */
export abstract class PageView {
  @ApiProperty({ type: 'string', nullable: true, description: 'Null on the last page.', example: 'eyJ0IjoxNzMyfQ.kq3' })
  next_cursor!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Null on the first page.', example: null })
  previous_cursor!: string | null;
}
