export { Auditor, type AuditedCall } from './audit.interceptor.js';
export {
  Authenticator,
  Claim,
  CurrentCaller,
  GivenIdentity,
  originOf,
  RequestOrigin,
  type Caller,
  type Origin,
} from './caller.js';
export { Reads, textOf, URL_ENCODED_FORM } from './body-reading.js';
export { Cursors } from './cursors.service.js';
export { Endpoint } from './endpoint.js';
export { answerPeople, type ErrorPage } from './error-pages.js';
export { answered } from './idempotency.interceptor.js';
export { keyLimits } from './key-limits.js';
export { addNotice, ignoredKeys } from './notice.js';
export { checkOrigin, cookieOf, SESSION_COOKIE, sessionOf } from './session-request.js';
export { compileValidator, type Checked } from './validation/index.js';
