import { type FieldFault, Refusal } from '../refusal.js';

/** Fields of the input are wrong; the message names each of them. */
export class InvalidInputError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'invalid_input';

  constructor(fields: FieldFault[]) {
    super(`${fields.map(({ field, message }) => `${field} ${message}`).join('; ')}.`, { fields });
  }
}

/** An update without a field to change. */
export class EmptyUpdateError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'empty_update';

  constructor(allowed: readonly string[] = []) {
    super(`The update changes nothing: give at least one ${allowed.length ? `of ${allowed.join(', ')}` : 'field'}.`);
  }
}

/** A page cursor that was not issued for this listing. */
export class TamperedCursorError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'tampered_cursor';

  constructor() {
    super('The cursor was not issued for this listing.');
  }
}

/** A body that is not valid JSON, or that holds values that cannot be stored. */
export class MalformedBodyError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'malformed_body';

  /** @param fields the wrong values, unless the whole body is wrong */
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

/** The path exists, but not with this method. */
export class MethodNotAllowedError extends Refusal {
  readonly kind = 'method';
  readonly code = 'method_not_allowed';

  /** @param allowed the methods of the path */
  constructor(
    method: string,
    readonly allowed: string[],
  ) {
    super(`This path has no ${method}. Its methods are ${allowed.join(', ')}.`);
  }
}
