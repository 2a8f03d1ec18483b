export { BacklogModule } from './backlog.module.js';
export type { Backlog } from './backlog.repository.js';
export { Database, type Statement } from './database.js';
export { isLockTimeout, isRetryable, isRowFault, isUnavailable, sqlState } from './database-errors.js';
export { databaseCheck, migrationsCheck } from './database-checks.repository.js';
export { DatabaseModule, dataSourceOptions } from './database.module.js';
export { ExpiryModule } from './expiry.module.js';
export { idempotencyExpiry, type Expiry } from './expiry.repository.js';
export { ExpiredRows } from './expiry.timer.js';
export { GroupCommit, type GroupCommitOptions, type Settler } from './group-commit.js';
export {
  claimedFrom,
  KEY_FIELDS,
  keyMembers,
  once,
  Replayed,
  type IdempotencyClaim,
  type StoredAnswer,
} from './idempotency.repository.js';
export { newId } from './new-id.js';
export {
  keyset,
  keysetById,
  positionById,
  toPage,
  type Keyset,
  type Page,
  type PageRequest,
  type Position,
} from './page.js';
export { TtlCache } from './ttl-cache.js';
