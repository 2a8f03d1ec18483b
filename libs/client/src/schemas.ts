import type { components } from './generated/schema.js';

type Schemas = components['schemas'];

export type SessionView = Schemas['SessionView'];
export type SignInOptionsView = Schemas['SignInOptionsView'];
export type ListView = Schemas['ListView'];
export type ChangeListsBody = Schemas['ChangeListsBody'];
export type CreateExportBody = Schemas['CreateExportBody'];
export type ExportView = Schemas['ExportView'];
export type ImportView = Schemas['ImportView'];
export type ImportSettingsBody = Schemas['ImportSettingsBody'];
export type CreateListBody = Schemas['CreateListBody'];
export type UpdateListBody = Schemas['UpdateListBody'];
export type SubscribeBody = Schemas['SubscribeBody'];
export type MemberView = Schemas['MemberView'];
export type ConsoleEventView = Schemas['ConsoleEventView'];
export type ConsoleEventPage = Schemas['ConsoleEventPage'];
export type InboxMessageView = Schemas['InboxMessageView'];
export type InboxMessageDetail = Schemas['InboxMessageDetail'];
