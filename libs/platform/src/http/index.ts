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
export { Reads, textOf, URL_ENCODED_FORM, type BodyReader, type BodyReading } from './body-reading.js';
export { Cursors, type PageInput, type PageView } from './cursors.service.js';
export { PathParameter } from './documented.js';
export { Endpoint } from './endpoint.js';
export { answerPeople, type ErrorPage } from './error-pages.js';
export { answered } from './idempotency.interceptor.js';
export { KEY_LIMITS, keyLimits } from './key-limits.js';
export { addNotice, ignoredKeys } from './notice.js';
export type { EndpointOptions } from './route-facts.js';
export { checkOrigin, SESSION_COOKIE, sessionOf } from './session-request.js';
export { compileValidator, type Checked } from './validation/index.js';
