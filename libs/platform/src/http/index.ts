export {
  Authenticator,
  Claim,
  CurrentCaller,
  Notice,
  originOf,
  RequestOrigin,
  type Access,
  type Caller,
  type Origin,
} from './caller.js';
export { Cursors, type PageInput, type PageView } from './cursor.js';
export { PathParameter } from './documented.js';
export { Endpoint } from './endpoint.js';
export type { EndpointOptions } from './route-facts.js';
export { answerPeople, type ErrorPage } from './error-pages.js';
export { createHttpApp, versioned } from './http-app.js';
export { answered } from './idempotency.interceptor.js';
export { addNotice, ignoredKeys } from './notice.js';
export { KEY_LIMITS, keyLimits, network } from './key-limits.js';
export { openApiDocument, serveSwagger, type OpenApiOptions } from './openapi.js';
export { OperationsModule, EXPECTED_MIGRATIONS } from './operations.module.js';
export { ReadinessChecks, type ReadinessCheck } from './readiness.js';
export { OutboundGuard, outboundGuard, type AddressLookup } from './outbound-guard.js';
export type { CheckedUrl, PinnedAnswer, PinnedRequest } from './pinned-request.js';
export { RefusalFilter } from './refusal.filter.js';
export { checkOrigin, SESSION_COOKIE, sessionOf } from './route-hooks.js';
export { TokenBuckets, type Rate } from './token-bucket.js';
export { compileValidator, type Checked } from './validation/index.js';
