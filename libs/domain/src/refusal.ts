/** What sort of no an answer is; the HTTP door maps each kind to one status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'unknown'
  | 'conflict'
  | 'too_large'
  | 'media_type'
  | 'key_reused'
  | 'limited'
  | 'unavailable';

/** One wrong field: its wire name (`from.email` when nested) and a message that reads on from it ("must be …"). */
export interface FieldFault {
  field: string;
  message: string;
}

/** A refusal of the domain: the message is for people, the code for programs and never changes. */
export abstract class Refusal extends Error {
  abstract readonly kind: RefusalKind;
  /** Stable snake_case code. */
  abstract readonly code: string;
  /** Every wrong field, where the refusal is about fields. */
  readonly fields?: FieldFault[];
  /** Whole seconds after which trying again may work. */
  readonly retryAfter?: number;

  constructor(message: string, extra: { fields?: FieldFault[]; retryAfter?: number } = {}) {
    super(message);
    this.name = new.target.name;
    if (extra.fields) this.fields = extra.fields;
    if (extra.retryAfter !== undefined) this.retryAfter = Math.max(1, Math.ceil(extra.retryAfter));
  }
}

/** Somebody else's words, ready for the end of a sentence of ours. */
export const withoutEnd = (words: string): string => `${words}`.replace(/[.\s]+$/, '');
