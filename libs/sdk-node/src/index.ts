export { Dundun, type DundunOptions } from './dundun.js';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DundunError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  QueueFullError,
  RateLimitError,
  ServiceError,
  type FieldFault,
} from './errors.js';
export { signIdentity } from './identity.js';
export type { EventFields } from './event.js';
export type { EndOptions, QueueOptions } from './event-queue.js';
export type { CampaignFilter } from './campaigns.js';
export type { JobFilter } from './jobs.js';
export type { EventFilter } from './events.js';
export type { ConnectionOptions, Method, RequestOptions } from './http.js';
export type { PageQuery } from './lists.js';
export type { Page } from './pages.js';
export type { EndSignal } from './process-end.js';
export type { MessageFilter, SendOptions, TagReportFilter } from './send.js';
export type { UserFilter } from './users.js';
export type { SuppressionFilter } from './suppressions.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhook-signature.js';
export type * from './wire.js';
