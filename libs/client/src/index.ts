export { ApiError, UNREACHABLE } from './api-error.js';
export { answerOf, createClient, type Client } from './client.js';
export type { components, paths } from './generated/schema.js';
export type * from './schemas.js';
