export { BacklogModule, type Backlog } from './backlog.module.js';
export { Database, type Statement } from './database.js';
export { isLockTimeout, isRetryable, isRowFault, isUnavailable, sqlState } from './database-errors.js';
export { DatabaseModule, dataSourceOptions } from './database.module.js';
export { ExpiredRows, ExpiryModule, idempotencyExpiry, type Expiry } from './expiry.module.js';
export { GroupCommit, type GroupCommitOptions } from './group-commit.js';
export { once, Replayed, type IdempotencyClaim, type StoredAnswer } from './idempotency.js';
export { newId } from './new-id.js';
export { keyset, toPage, type Keyset, type Page, type PageRequest, type Position } from './page.js';
