export { ApiError, UNREACHABLE } from './api-error.js';
export { answerOf, createClient } from './client.js';
export type { components } from './generated/schema.js';
export type * from './schemas.js';
