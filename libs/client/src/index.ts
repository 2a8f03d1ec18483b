export { ApiError, UNREACHABLE } from './api-error.js';
export { answerOf, createClient, type Client } from './client.js';
export type * from './schemas.js';
