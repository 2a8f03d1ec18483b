export { ApiError, UNREACHABLE } from './api-error.js';
export { answerOf, createClient } from './client.js';
export { mayCall, type OperationId } from './may.js';
export type { components } from './generated/schema.js';
export type * from './schemas.js';
