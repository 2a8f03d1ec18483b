import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, TamperedCursorError } from '@dundun/domain';
import { Seal } from '../config/seal.js';
import type { Page, PageRequest, Position } from '../database/page.js';

const DEFAULT_LIMIT = 10;

/** The paging fields of a query, checked by its DTO class. */
export interface PageInput {
  limit?: number;
  next_cursor?: string;
  previous_cursor?: string;
  prev_cursor?: string;
}

/** A page as the wire shows it. */
export interface PageView<V> {
  data: V[];
  next_cursor: string | null;
  previous_cursor: string | null;
}

/** Opaque cursors: a position, signed for its list, so that an edited cursor or one of another list is refused. */
@Injectable()
export class Cursors {
  constructor(@Inject(Seal) private readonly seal: Seal) {}

  /**
   * Reads the page that a query requests.
   * @param scope the workspace and list for which the cursor is valid
   * @throws TamperedCursorError; InvalidInputError with cursors of both directions
   */
  read(input: PageInput, scope: string): PageRequest {
    const before = input.previous_cursor ?? input.prev_cursor;
    if (before !== undefined && input.next_cursor !== undefined) {
      throw new InvalidInputError([{ field: 'next_cursor', message: 'must not come together with previous_cursor' }]);
    }
    return {
      limit: input.limit ?? DEFAULT_LIMIT,
      after: input.next_cursor === undefined ? undefined : this.decode(input.next_cursor, scope),
      before: before === undefined ? undefined : this.decode(before, scope),
    };
  }

  view<T, V>(page: Page<T>, scope: string, present: (row: T) => V): PageView<V> {
    return {
      data: page.rows.map(present),
      next_cursor: page.next && this.encode(page.next, scope),
      previous_cursor: page.previous && this.encode(page.previous, scope),
    };
  }

  private encode({ at, id }: Position, scope: string): string {
    const text = `${at} ${id}`;
    return `${Buffer.from(text).toString('base64url')}.${this.seal.sign(`cursor ${scope}`, text)}`;
  }

  private decode(cursor: string, scope: string): Position {
    const [encoded = '', signature = '', ...more] = cursor.split('.');
    const text = Buffer.from(encoded, 'base64url').toString();
    const [at, id] = text.split(' ');
    // Base64 has several encodings of one value, and more text may follow; accept only the issued form.
    const isOurs = more.length === 0 && isCanonical(encoded) && isCanonical(signature);
    if (!at || !id || !isOurs || !this.seal.verify(`cursor ${scope}`, text, signature)) throw new TamperedCursorError();
    return { at, id };
  }
}

const isCanonical = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text;
