import { engagementsExpiry } from './tracking/engagements.repository.js';
import { shortLinksExpiry } from './tracking/short-links.repository.js';
import { inboundSmsExpiry } from './reports/inbound-sms.repository.js';
import { softBouncesExpiry } from './suppressions/suppressions.repository.js';
import { mailboxLimitsExpiry } from './deliver/mailbox-limits.repository.js';
import { SendingProfile } from './templates/sending-profile.entity.js';
import { Template, TemplateVersion } from './templates/template.entity.js';

export { MemberMailModule } from './member-mail.module.js';
export { MessagingModule } from './messaging.module.js';
export { MessagingApiModule } from './messaging.api.module.js';
export { MessagingWorkerModule } from './messaging.worker.module.js';
export { MessageGroups, type KeptMessage } from './message/message-groups.repository.js';
export { SENT_AGAIN } from './message/message.repository.js';
export { ReplacedMessages } from './message/replaced-messages.repository.js';
export { DeliverLane } from './message/messaging.jobs.js';
export { ListSuppressions, type ListSuppression } from './suppressions/list-suppressions.repository.js';
export { isSuppressed } from './suppressions/suppressed.statements.js';
export { SUPPRESSION_REASONS, Suppressions, type SuppressionReason } from './suppressions/suppressions.repository.js';
export { AcceptByReference, type ReferringMail, type ReferringSms } from './accept/accept-by-reference.service.js';
export { AcceptRenderedSms, type FinishedSms } from './accept/accept-rendered-sms.service.js';
export { AcceptSms } from './accept/accept-sms.service.js';
export { AcceptEmail } from './accept/accept-email.service.js';
export { ContactBudgets } from './accept/contact-budgets.repository.js';
export { PersonContacts } from './accept/person-contacts.repository.js';
export { ContentTrials } from './accept/content-trials.service.js';
export { sendAnswer } from './accept/send-answer.js';
export { Contents, type ContentInput } from './contents/contents.service.js';
export { lacksWayOut, withFooter } from './contents/marketing-footer.js';
export { WEB_COPY_POLICY, webCopyPage } from './contents/web-copy.page.js';
export { SmsRenderings, type RenderedSms } from './contents/sms-renderings.service.js';
export { SharedContents } from './contents/shared-contents.service.js';
export { SendingProfiles } from './templates/sending-profiles.service.js';
export { OutgoingMail, type QueuedMail } from './accept/outgoing-mail.service.js';
export { ReportedConsents, type SaidConsent } from './reports/reported-consents.repository.js';
export { ReportedOptOuts, type ClaimedOptOut } from './reports/reported-opt-outs.repository.js';
export { MessageSearch } from './timeline/message-search.repository.js';
export { suppressionKey } from './message/suppression-key.js';
export { readSignedId, signedId } from './message/signed-id.js';
export { contentFor, partsByLanguage, type LocalizedParts } from './templates/content-languages.js';
export { TemplateLanguages } from './templates/template-languages.repository.js';
export { closestLanguage, languageOf } from './templates/template-parts.js';
export { PersonVariables } from './templates/person-variables.js';
export { Templates, type TemplateInput } from './templates/templates.service.js';
export { unsubscribeHeaders, UnsubscribeLinks, type LinkedMail } from './tracking/unsubscribe-links.service.js';

/** The expired rows of messaging that a worker deletes. */
export const messagingExpiry = [
  shortLinksExpiry,
  engagementsExpiry,
  softBouncesExpiry,
  inboundSmsExpiry,
  mailboxLimitsExpiry,
];

export const messagingEntities = [Template, TemplateVersion, SendingProfile];
export { Reclassification } from './tracking/reclassification.repository.js';
