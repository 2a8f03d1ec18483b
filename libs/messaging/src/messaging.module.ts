import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { PeopleModule } from '@dundun/people';
import { AcceptByReference } from './accept/accept-by-reference.service.js';
import { AcceptRenderedSms } from './accept/accept-rendered-sms.service.js';
import { AcceptBatch } from './accept/accept-batch.service.js';
import { AcceptEmail } from './accept/accept-email.service.js';
import { AcceptSms } from './accept/accept-sms.service.js';
import { ContactBudgets } from './accept/contact-budgets.repository.js';
import { PersonContacts } from './accept/person-contacts.repository.js';
import { AcceptedMessages } from './accept/accepted-messages.repository.js';
import { Bounces } from './reports/bounces.service.js';
import { Contents } from './contents/contents.service.js';
import { MessageContents } from './contents/message-contents.repository.js';
import { RenderedContents } from './contents/rendered-contents.service.js';
import { SmsRenderings } from './contents/sms-renderings.service.js';
import { SharedContents } from './contents/shared-contents.service.js';
import { DeliveryMetrics } from './deliver/delivery-metrics.repository.js';
import { Engagements } from './tracking/engagements.repository.js';
import { Inbox } from './deliver/inbox.repository.js';
import { DeliveryReportRepository } from './reports/delivery-reports.repository.js';
import { DeliveryReports } from './reports/delivery-reports.service.js';
import { InboundSmsReceipts } from './reports/inbound-sms.repository.js';
import { InboundSmsKeywords } from './reports/inbound-sms.service.js';
import { ReportConsequences } from './reports/report-consequences.service.js';
import { ReportedMessages } from './reports/reported-messages.repository.js';
import { Suppressions } from './suppressions/suppressions.repository.js';
import { ListSuppressions } from './suppressions/list-suppressions.repository.js';
import { Attachments } from './message/attachments.repository.js';
import { MailboxDeferrals } from './deliver/mailbox-deferrals.service.js';
import { MailboxLimits } from './deliver/mailbox-limits.repository.js';
import { MailboxMetrics } from './deliver/mailbox-metrics.repository.js';
import { Mailboxes } from './deliver/mailboxes.service.js';
import { MessageGroups } from './message/message-groups.repository.js';
import { MessageRepository } from './message/message.repository.js';
import { ReplacedMessages } from './message/replaced-messages.repository.js';
import { OutgoingMail } from './accept/outgoing-mail.service.js';
import { MessageSearch } from './timeline/message-search.repository.js';
import { PersonMessages } from './timeline/person-messages.repository.js';
import { ReportedConsents } from './reports/reported-consents.repository.js';
import { ReportedOptOuts } from './reports/reported-opt-outs.repository.js';
import { Reclassification } from './tracking/reclassification.repository.js';
import { ReturnPaths } from './deliver/return-paths.service.js';
import { ShortLinks } from './tracking/short-links.repository.js';
import { ScannerNetworks } from './tracking/scanner-networks.service.js';
import { SendingProfileRepository } from './templates/sending-profile.repository.js';
import { SendingProfiles } from './templates/sending-profiles.service.js';
import { ImageRepository } from './images/image.repository.js';
import { Images } from './images/images.service.js';
import { SavedBlocks } from './templates/saved-blocks.repository.js';
import { TemplateDrafts } from './templates/template-draft.repository.js';
import { TemplateLanguages } from './templates/template-languages.repository.js';
import { TemplateLibrary } from './templates/template-library.service.js';
import { TemplateRepository } from './templates/template.repository.js';
import { TemplateRenderer } from './templates/template-renderer.service.js';
import { Templates } from './templates/templates.service.js';
import { ChangedLinks } from './tracking/changed-links.repository.js';
import { TrackedMessages } from './tracking/tracked-messages.repository.js';
import { Tracking } from './tracking/tracking.service.js';
import { TrackingTokens } from './tracking/tracking-tokens.service.js';
import { UnsubscribeLinks } from './tracking/unsubscribe-links.service.js';

const services = [
  AcceptBatch,
  AcceptByReference,
  AcceptEmail,
  AcceptSms,
  AcceptRenderedSms,
  AcceptedMessages,
  Attachments,
  Bounces,
  ContactBudgets,
  Contents,
  MessageContents,
  RenderedContents,
  ChangedLinks,
  SharedContents,
  SmsRenderings,
  DeliveryMetrics,
  Engagements,
  Inbox,
  ListSuppressions,
  Suppressions,
  DeliveryReportRepository,
  DeliveryReports,
  InboundSmsReceipts,
  InboundSmsKeywords,
  ReplacedMessages,
  ReportConsequences,
  ReportedMessages,
  MailboxDeferrals,
  MailboxLimits,
  MailboxMetrics,
  Mailboxes,
  MessageGroups,
  MessageRepository,
  MessageSearch,
  OutgoingMail,
  PersonContacts,
  PersonMessages,
  ReportedConsents,
  ReportedOptOuts,
  Reclassification,
  ReturnPaths,
  ScannerNetworks,
  ShortLinks,
  SendingProfileRepository,
  SendingProfiles,
  ImageRepository,
  Images,
  SavedBlocks,
  TemplateDrafts,
  TemplateLanguages,
  TemplateLibrary,
  TemplateRenderer,
  TemplateRepository,
  Templates,
  TrackedMessages,
  Tracking,
  TrackingTokens,
  UnsubscribeLinks,
];

/** Accepts, stores and shows messages. */
@Module({ imports: [AccountsModule, PeopleModule], providers: services, exports: services })
export class MessagingModule {}
