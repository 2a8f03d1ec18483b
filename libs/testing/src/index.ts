export { aBounceMail, aComplaintMail, anAutoReply, type BounceFacts } from './bounce-mail.js';
export { basic, caller, type Answer, type Call, type CallOptions } from './client.js';
export { aWorkspace, useDatabase } from './database.js';
export { IDENTITY } from './identity.js';
export { startDns, type DnsEntry, type TestDns } from './dns.js';
export { startIdentityProvider, type IdentityProviderProcess } from './identity-provider.js';
export { personColumnFaults } from './person-columns.js';
export { aPgBouncer, hasPgBouncer, type PgBouncer } from './pgbouncer.js';
export { aPrivatePostgres, type PrivatePostgres } from './postgres.js';
export { freePort, runNode, type Running } from './processes.js';
export {
  runAdmin,
  startProduct,
  type Installation,
  type Product,
  type ProductOptions,
  type Tenant,
} from './product.js';
export { aPrivateRedis, hasRedis, type PrivateRedis } from './redis.js';
export { deliverMail, talkSmtp, type SmtpTalk } from './smtp-client.js';
export { until } from './until.js';
