/** Kind of a refusal; the HTTP layer maps each kind to one status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown'
  | 'method'
  | 'conflict'
  | 'too_large'
  | 'media_type'
  | 'key_reused'
  | 'limited'
  | 'unavailable';

/** One wrong field: its wire name (`from.email` when nested) and a message that continues it ("must be …"). */
export interface FieldFault {
  field: string;
  message: string;
}

/** A refusal of the domain. The message is for people; the code is for programs and never changes. */
export abstract class Refusal extends Error {
  abstract readonly kind: RefusalKind;
  /** Stable snake_case code. */
  abstract readonly code: string;
  /** Every wrong field, when the refusal is about fields. */
  readonly fields?: FieldFault[];
  /** Whole seconds after which a retry may succeed. */
  readonly retryAfter?: number;

  constructor(message: string, extra: { fields?: FieldFault[]; retryAfter?: number } = {}) {
    super(message);
    this.name = new.target.name;
    if (extra.fields) this.fields = extra.fields;
    if (extra.retryAfter !== undefined) this.retryAfter = Math.max(1, Math.ceil(extra.retryAfter));
  }
}

/** Removes the final period and blanks of third-party text, so that it can end a sentence. */
export const withoutEnd = (words: string): string => `${words}`.replace(/[.\s]+$/, '');
