export { basic, caller, type Answer, type Call, type CallOptions } from './client.js';
export { aWorkspace, createDatabase, useDatabase, type TestDatabase } from './database.js';
export { aPrivatePostgres, type PrivatePostgres } from './postgres.js';
export { freePort, runNode, type Running } from './processes.js';
export { startProduct, type Product, type ProductOptions } from './product.js';
export { aPrivateRedis, hasRedis, type PrivateRedis } from './redis.js';
export { until } from './until.js';
