import type { RefusalKind } from '@dundun/domain';

/** Maps each kind of refusal to its HTTP status. */
export const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  unknown: 404,
  method: 405,
  conflict: 409,
  too_large: 413,
  media_type: 415,
  key_reused: 422,
  limited: 429,
  unavailable: 503,
};
