import { hitsExpiry } from './hits.js';
import { shortLinksExpiry } from './short-links.js';
import { inboundSmsExpiry } from './delivery-reports.js';
import { softBouncesExpiry } from './suppressions.js';
import { SendingProfile } from './sending-profile.entity.js';
import { Template, TemplateVersion } from './template.entity.js';

export { MessagingModule } from './messaging.module.js';
export { MessagingApiModule } from './messaging.api.module.js';
export { MessagingWorkerModule } from './messaging.worker.module.js';
export { DeliverLane } from './messaging.jobs.js';
export { ERASED } from './message.js';
export { ListSuppressions, type ListSuppression } from './list-suppressions.js';
export { OutgoingMail, type QueuedMail } from './outgoing-mail.js';
export { ReportedConsents, type ReportedConsent, type SaidConsent } from './reported-consents.js';
export { ReportedDepartures, type ClaimedDeparture, type ReportedDeparture } from './reported-departures.js';
export { readSignedId, signedId, type OwnedId } from './signed-id.js';
export { PersonVariables } from './person-variables.js';
export { SendingProfiles } from './sending-profiles.service.js';
export { Templates, type TemplateInput } from './templates.service.js';
export { unsubscribeHeaders, UnsubscribeLinks, type LinkedMail } from './unsubscribe-links.js';

/** What a worker deletes for messaging. */
export const messagingExpiry = [shortLinksExpiry, hitsExpiry, softBouncesExpiry, inboundSmsExpiry];

export const messagingEntities = [Template, TemplateVersion, SendingProfile];
