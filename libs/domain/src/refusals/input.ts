import { type FieldFault, Refusal } from '../refusal.js';

/** The input has wrong fields; the message names every one of them. */
export class InvalidInputError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'invalid_input';

  constructor(fields: FieldFault[]) {
    super(`${fields.map(({ field, message }) => `${field} ${message}`).join('; ')}.`, { fields });
  }
}

/** An update that names no field to change. */
export class EmptyUpdateError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'empty_update';

  constructor(allowed: readonly string[] = []) {
    super(`The update changes nothing: give at least one ${allowed.length ? `of ${allowed.join(', ')}` : 'field'}.`);
  }
}

/** A page cursor that this service did not make, or not for this listing. */
export class TamperedCursorError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'tampered_cursor';

  constructor() {
    super('The cursor is not one that this service gave for this listing.');
  }
}

/** A body that is not the JSON it says it is. */
export class MalformedBodyError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'malformed_body';

  /** @param fields what is wrong where, when it is a value and not the whole body */
  constructor(detail = 'it is not valid JSON', fields?: FieldFault[]) {
    super(`The body cannot be read: ${detail}.`, { fields });
  }
}

/** A body over the route's limit, in bytes. */
export class BodyTooLargeError extends Refusal {
  readonly kind = 'too_large';
  readonly code = 'body_too_large';

  constructor(limit?: number) {
    super(limit ? `The body is larger than ${limit} bytes.` : 'The body is too large.');
  }
}

/** A body of a media type other than JSON. */
export class UnsupportedMediaTypeError extends Refusal {
  readonly kind = 'media_type';
  readonly code = 'unsupported_media_type';

  constructor() {
    super('The body must be JSON, not compressed, sent with the content type application/json.');
  }
}

/** No operation has this method and path. */
export class UnknownRouteError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_route';

  constructor(method?: string, path?: string) {
    super(method && path ? `There is no operation ${method} ${path}.` : 'There is no such operation.');
  }
}
