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
export type Explanation = Schemas['ExplanationView'];
export type User = Schemas['UserView'];
export type NewUser = Schemas['CreateUserBody'];
export type UserChanges = Schemas['UpdateUserBody'];
export type AccountLink = Schemas['AccountsBody']['accounts'][number];
export type Attribute = Schemas['AttributeView'];
export type Queued = Schemas['StatusQueued'];
export type Job = Schemas['JobView'];
export type JobItem = Schemas['JobItemView'];

/** An item of a batch; `id` is the uid. */
export type BatchItem =
  ({ type: 'create' | 'update'; id: string } & UserChanges) | ({ type: 'event'; id: string } & EventFields);
