import type { components } from '@dundun/client';
import type { EventFields } from './event.js';

/** The inputs and outputs of the service, generated from its OpenAPI document. */
export type Schemas = components['schemas'];

export type Status = Schemas['StatusOk'];
export type Account = Schemas['AccountView'];
export type List = Schemas['ListView'];
export type NewList = Schemas['CreateListBody'];
export type ListChanges = Schemas['UpdateListBody'];
export type NewSubscriber = Schemas['SubscribeBody'];
export type Subscriber = Schemas['SubscriberCreated'];
export type Subscription = Schemas['SubscriptionView'];
export type StoredEvent = Schemas['EventView'];
export type Email = Schemas['SendEmailBody'];
export type Sms = Schemas['SendSmsBody'];
export type AcceptedMessage = Schemas['MessageAccepted'];
export type MessageBatch = Schemas['SendBatchBody'];
export type AcceptedBatch = Schemas['BatchAccepted'];
export type Message = Schemas['MessageView'];
export type ListedMessage = Schemas['ListedMessageView'];
export type TagReport = Schemas['TagReportView'];
export type Explanation = Schemas['ExplanationView'];
export type User = Schemas['UserView'];
export type NewUser = Schemas['CreateUserBody'];
export type UserChanges = Schemas['UpdateUserBody'];
export type AccountLink = Schemas['AccountsBody']['accounts'][number];
export type Attribute = Schemas['AttributeView'];
export type Queued = Schemas['StatusQueued'];
export type Job = Schemas['JobView'];
export type JobItem = Schemas['JobItemView'];

export type Template = Schemas['TemplateDetail'];
export type TemplateSummary = Schemas['TemplateSummary'];
export type NewTemplate = Schemas['CreateTemplateBody'];
export type TemplateChanges = Schemas['UpdateTemplateBody'];
export type TemplateVersion = Schemas['TemplateVersionView'];
export type TemplatePreviewInput = Schemas['PreviewTemplateBody'];
export type RenderedTemplate = Schemas['TemplatePreview'];
export type TemplateTest = Schemas['TestTemplateBody'];
export type Campaign = Schemas['CampaignView'];
export type NewCampaign = Schemas['CreateCampaignBody'];
export type CampaignChanges = Schemas['UpdateCampaignBody'];
export type CampaignStart = Schemas['StartCampaignBody'];
export type CampaignCheck = Schemas['CampaignCheckView'];
export type CampaignReport = Schemas['CampaignReportView'];
export type CampaignFollowUp = Schemas['FollowUpBody'];
export type CampaignRetries = Schemas['CampaignRetriesView'];
export type CampaignRetry = Schemas['RetryCampaignBody'];
export type Enrolment = Schemas['EnrolBody'];
export type Enrolled = Schemas['EnrolView'];
/** A tree of conditions. */
export type SegmentMatch = Record<string, unknown>;
export type Segment = Schemas['SegmentView'];
export type NewSegment = Omit<Schemas['CreateSegmentBody'], 'match'> & { match?: SegmentMatch };
export type SegmentChanges = Omit<Schemas['UpdateSegmentBody'], 'match'> & { match?: SegmentMatch };
export type SegmentPreview = Schemas['SegmentPreviewView'];
export type SegmentCount = Schemas['SegmentCountView'];
export type SegmentDiff = Schemas['SegmentDiffView'];
export type SegmentExplanation = Schemas['SegmentExplanationView'];
export type SegmentMember = Schemas['SegmentMemberView'];
export type SegmentMembersChange = Schemas['SegmentPeopleBody'];
export type SegmentMembersChanged = Schemas['SegmentPeopleView'];
export type SegmentChange = Schemas['SegmentChangeView'];
export type Domain = Schemas['DomainDetail'];
export type DomainSummary = Schemas['DomainView'];
export type Suppression = Schemas['SuppressionView'];
export type NewSuppression = Schemas['SuppressBody'];
export type Suppressed = Schemas['SuppressedView'];
export type Webhook = Schemas['WebhookView'];
export type WebhookWithSecret = Schemas['WebhookSecretView'];
export type NewWebhook = Schemas['CreateWebhookBody'];
export type WebhookChanges = Schemas['UpdateWebhookBody'];
export type WebhookTest = Schemas['WebhookTestView'];
export type WebhookDelivery = Schemas['DeliveryView'];
export type WebhookDeliveryDetail = Schemas['DeliveryDetail'];
export type WebhookReplay = Schemas['ReplayBody'];
export type WebhookReplayed = Schemas['ReplayedView'];

/** An item of a batch; `id` is the uid. */
export type BatchItem =
  ({ type: 'create' | 'update'; id: string } & UserChanges) | ({ type: 'event'; id: string } & EventFields);
