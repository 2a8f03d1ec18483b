import type { Expiry } from '@dundun/platform/database';

export type { MembershipStep, UserAnswers, UserCommand, UserResult } from './memberships/commands.js';
export { ChannelStatusReader, type ChannelStatuses } from './memberships/channel-statuses.service.js';
export { ConsentIntake } from './consents/consent-intake.service.js';
export { evidenceOf, type Evidence } from './consents/evidence.js';
export { Memberships } from './memberships/memberships.service.js';
export { SubscribersApiModule } from './subscribers.api.module.js';
export { SubscribersModule } from './subscribers.module.js';
export { SubscribersWorkerModule } from './subscribers.worker.module.js';
export { TrackingChoices } from './consents/tracking-choices.service.js';
export { UserWrites } from './memberships/user-writes.service.js';

/** The ledger holds the evidence of a confirmation, so its link is deleted a month after it has expired. */
export const subscribersExpiry: Expiry[] = [
  { table: 'confirmations', column: 'expires_at', after: '30 days' },
  { table: 'confirmation_budgets', column: 'touched_at', after: '7 days' },
];
