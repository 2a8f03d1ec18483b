import fc, { type Arbitrary } from 'fast-check';
import { campaign, conversion, utm } from './valid-campaigns.js';
import { SEGMENT_REQUESTS } from './valid-segments.js';
import {
  text,
  name,
  email,
  address,
  addresses,
  when,
  flag,
  truth,
  scalar,
  map,
  tree,
  orNull,
  shape,
  type Example,
} from './valid-values.js';

export type { Example };

const list = {
  description: orNull(text(255)),
  redirect_url: orNull(fc.webUrl()),
  double_optin: truth,
  is_public: truth,
};
const person = {
  first_name: orNull(name),
  last_name: orNull(name),
  created_at: when,
  meta: map(orNull(scalar)),
};
const number = fc.constantFrom<unknown>('2348012345678', '+234 801-234-5678', 2348012345678);
const digits = fc.constantFrom<unknown>('2348012345678', 2348012345678);
const limit = fc.integer({ min: 1, max: 30 }).map(String);
const testPlace = shape({ step: text(20, 1), visit: fc.integer({ min: 1, max: 1_000 }), since: when, due_at: when }, { way: text(10, 1), answers: tree }); // prettier-ignore
const page = fc.oneof(
  shape({}, { limit, next_cursor: text(40) }),
  shape({}, { limit, previous_cursor: text(40) }),
  shape({}, { limit, prev_cursor: text(40) }),
);
const paged = (optional: Record<string, Arbitrary<unknown>>) =>
  fc.tuple(page, shape({}, optional)).map(([one, other]) => ({ ...one, ...other }));
const sender = shape({ name, email });
const send = { from: sender, to: fc.oneof(address, addresses), subject: name };
const sendOptions = {
  cc: addresses,
  bcc: addresses,
  reply_to: address,
  track_clicks: flag,
  track_opens: flag,
  list: text(36),
  send_at: when,
};

const uuid = fc.uuid();
const attachment = shape(
  { filename: text(40, 1), content: fc.constantFrom('SGVsbG8=', 'SGk=', 'AAAA') },
  { content_type: fc.constantFrom('text/plain', 'application/pdf'), content_id: fc.constantFrom('logo@x', 'a.b') },
);
const integration = {
  name: orNull(text(64)),
  endpoint: orNull(fc.webUrl()),
  sender_ids: fc.array(text(11, 1), { maxLength: 5 }),
  domains: fc.array(fc.constantFrom('example.com', 'mail.example.org'), { maxLength: 3 }),
  rate_limit: orNull(fc.integer({ min: 1, max: 100_000 })),
  enabled: flag,
};
const profile = { reply_to: orNull(email), integration_id: orNull(uuid) };
const version = fc.integer({ min: 1, max: 1_000 });
const contentParts = {
  subject: orNull(text(60)),
  html: orNull(text(60)),
  mjml: orNull(text(60)),
  text: orNull(text(60)),
  design: orNull(tree),
};
const templateParts = {
  ...contentParts,
  language: orNull(fc.constantFrom('fr', 'pt-BR')),
  translations: orNull(tree),
  labels: orNull(fc.array(fc.constantFrom('news', 'sales'), { maxLength: 3 })),
  profile: orNull(name),
  note: orNull(text(60)),
};
const uid = fc.oneof(text(36, 1), fc.integer());
const account = fc.oneof(shape({ id: uid }, { role: orNull(text(20, 1)) }), shape({ id: uid }));
const user = {
  ...person,
  number: orNull(number),
  email: orNull(email),
  is_account: flag,
  device_token: orNull(text(40, 1)),
  device_platform: orNull(fc.constantFrom('android', 'ios', 'web', 'macos', 'windows')),
  tz: orNull(fc.constantFrom('Africa/Lagos', 'Europe/Berlin', 'UTC')),
  lists: fc.array(uuid, { maxLength: 3 }),
  accounts: fc.array(account, { maxLength: 3 }),
  tracking_refused: flag,
};
const source = { settings: tree, unknown_person: fc.constantFrom('create', 'park'), enabled: flag };
const webhook = {
  description: orNull(text(255)),
  types: fc.array(fc.constantFrom('*', 'message.*', 'user.created'), { maxLength: 5 }),
};
const objectOrNull = orNull(tree);
const scalarOrNull = orNull(scalar);
const segmentCall = {
  ...{ messageId: scalarOrNull, userId: scalarOrNull, anonymousId: scalarOrNull, timestamp: scalarOrNull },
  ...{
    previousId: scalarOrNull,
    groupId: scalarOrNull,
    event: orNull(name),
    name: orNull(name),
    category: orNull(name),
  },
  ...{ properties: objectOrNull, traits: objectOrNull, context: objectOrNull },
};
const postHogEvent = {
  ...{ uuid: scalarOrNull, distinct_id: scalarOrNull, timestamp: scalarOrNull },
  ...{ properties: objectOrNull, person: objectOrNull, $set: objectOrNull, $set_once: objectOrNull },
};
const trial = { ...contentParts, variables: tree, uid: text(36, 1), language: fc.constantFrom('fr', 'pt-BR') };

/** Valid bodies and queries, by the name of their class. */
export const VALID_REQUESTS: Record<string, Arbitrary<Example>> = {
  CreateListBody: shape({ title: name }, list),
  UpdateListBody: shape({}, { title: name, ...list }),
  SubscribeBody: fc.oneof(
    shape({ email }, { ...person, number }),
    shape({ number }, { ...person, email: orNull(email) }),
  ),
  SubscriptionBody: shape({ subscribed: truth }),
  TrackEventBody: shape({ event: name }, { value: scalar, properties: tree, timestamp: when, event_id: text(255, 1) }),
  SenderBody: sender,
  SendEmailBody: fc.oneof(
    shape(
      { ...send, html: text(300, 1) },
      { ...sendOptions, text: text(300), attachments: fc.array(attachment, { maxLength: 3 }) },
    ),
    shape({ ...send, template: text(40, 1), template_variables: tree }, { ...sendOptions, html: text(300) }),
  ),
  SendSmsBody: shape(
    {
      from: text(11, 1).filter((value) => value.trim() !== ''),
      to: fc.constantFrom<unknown>('2348012345678', 447700900123),
      body: name,
      source: fc.constantFrom('twilio', 'termii', 'at', 'africastalking', 'kudisms', 'hollatags'),
    },
    { track_clicks: flag, channel: fc.constantFrom('generic', 'dnd', ''), list: text(36), send_at: when },
  ),
  SendBatchBody: shape({ messages: fc.array(tree, { minLength: 1, maxLength: 5 }) }),
  UserBatchBody: shape({ data: fc.array(tree, { minLength: 1, maxLength: 5 }) }),
  JobsQuery: paged({ type: fc.constantFrom('batch', 'merge', 'erasure') }),
  JobItemsQuery: paged({ state: fc.constantFrom('waiting', 'done', 'failed') }),
  CreateUserBody: shape({ id: uid }, user),
  UpdateUserBody: shape({}, user),
  ConvertUserBody: shape({ type: fc.constantFrom('customer', 'account') }),
  AccountsBody: shape({ accounts: fc.array(account, { minLength: 1, maxLength: 3 }) }),
  AccountRoleBody: shape({ role: orNull(text(20, 1)) }),
  UserTrackingBody: shape({ refused: fc.boolean() }),
  UserListsBody: shape({ lists: fc.array(uuid, { minLength: 1, maxLength: 3 }) }),
  SettleMessageBody: shape({ outcome: fc.constantFrom('arrived', 'send_again') }),
  RemoteImageQuery: shape({ token: uuid }),
  MergeUsersBody: shape({ source: uid, destination: uid }),
  UsersQuery: paged({ email, lists: fc.oneof(uuid, fc.array(uuid, { maxLength: 3 })) }),
  FeedQuery: shape({}, { after: text(40), limit: fc.integer({ min: 1, max: 1_000 }).map(String), types: name }),
  SegmentCallBody: shape(
    { type: fc.constantFrom('identify', 'track', 'page', 'screen', 'group', 'alias') },
    segmentCall,
  ),
  PostHogEventBody: shape({ event: fc.oneof(name, tree) }, postHogEvent),
  AddSourceBody: shape({ kind: text(20, 1), name }, source),
  UpdateSourceBody: shape({}, { name, ...source }),
  SourceEventsQuery: paged({ state: fc.constantFrom('received', 'processed', 'ignored', 'parked', 'failed') }),
  PreviewSourceBody: shape({ payload: tree }, { settings: tree }),
  AlertsBody: shape({ url: orNull(fc.webUrl()) }),
  CreateWebhookBody: shape({ url: fc.webUrl() }, webhook),
  UpdateWebhookBody: shape({}, { ...webhook, url: fc.webUrl(), enabled: flag }),
  DeliveriesQuery: paged({ state: fc.constantFrom('pending', 'delivered', 'failed') }),
  ReplayBody: shape({}, { failed: flag, from: when, to: when }),
  LoginBody: shape({ email, password: text(60, 1) }),
  PageQuery: page,
  EventsQuery: paged({ event: name }),
  ConsoleEventsQuery: paged({ event: name, uid: text(36, 1) }),
  EventNamesQuery: shape({}, { days: fc.integer({ min: 1, max: 90 }).map(String), search: text(100, 1) }),
  EventPropertiesQuery: shape({ event: text(255, 1) }),
  MembersQuery: paged({
    search: name,
    attributes: name,
    status: fc.constantFrom('pending', 'subscribed', 'unsubscribed'),
  }),
  PeopleQuery: paged({ search: name, list: uuid, match: name }),
  InboxQuery: paged({ channel: fc.constantFrom('email', 'sms'), to: email }),
  ConsentsQuery: page,
  AddDomainBody: shape({ domain: fc.constantFrom('example.com', 'https://example.com/') }),
  ConnectIntegrationBody: shape({ provider: text(20, 1), settings: tree }, integration),
  UpdateIntegrationBody: shape({}, { ...integration, settings: tree }),
  PutRouteBody: shape({ integrations: fc.array(orNull(uuid), { maxLength: 10 }) }),
  SuppressionsQuery: paged({ reason: fc.constantFrom('bounce', 'soft_bounces', 'complaint', 'stop', 'manual') }),
  SuppressBody: shape(
    { addresses: fc.array(fc.constantFrom('ada@example.com', '2348012345678'), { minLength: 1, maxLength: 5 }) },
    { note: text(200) },
  ),
  CreateProfileBody: shape({ name, from_name: name, from_email: email }, profile),
  UpdateProfileBody: shape({}, { name, from_name: name, from_email: email, ...profile }),
  CreateTemplateBody: shape({ name }, templateParts),
  UpdateTemplateBody: shape({}, { name, ...templateParts, base_version: version }),
  ContentBody: shape({}, contentParts),
  DuplicateTemplateBody: shape({}, { name }),
  TemplateVersionQuery: shape({}, { version: version.map(String) }),
  SaveTemplateDraftBody: shape({ content: fc.constant({ subject: 'Hi' }), base_version: version, revision: version }),
  SaveBlockBody: shape({ name: fc.constantFrom('Footer'), block: fc.constant({ kind: 'divider' }) }),
  ImagesQuery: paged({ q: text(200) }),
  AddImageQuery: shape({}, { name: fc.constantFrom('logo.png') }),
  TemplatesQuery: paged({ q: text(200), label: text(60) }),
  TemplateVersionsQuery: shape({}, { limit, before: version.map(String) }),
  RollbackTemplateBody: shape({ version }),
  PreviewTemplateBody: shape({}, { ...trial, version }),
  TestTemplateBody: shape({ to: email }, { ...trial, from: sender }),
  ChallengeBody: shape({ email }),
  UpdateIdentityBody: shape(
    {},
    {
      required: flag,
      close_used_attributes: flag,
      closed_attributes: fc.array(fc.constantFrom('plan', 'age'), { maxLength: 3 }),
    },
  ),
  MessagesQuery: paged({
    tag: name,
    channel: fc.constantFrom('email', 'sms'),
    status: fc.constantFrom('sent', 'bounced'),
  }),
  TagReportQuery: shape({}, { days: fc.integer({ min: 1, max: 90 }).map(String), tag: name }),
  InviteBody: shape(
    { email, role: fc.constantFrom('viewer', 'marketer', 'admin') },
    { lists: orNull(fc.array(uuid, { minLength: 1, maxLength: 3 })) },
  ),
  UpdateMemberBody: shape(
    {},
    {
      role: fc.constantFrom('viewer', 'marketer', 'admin'),
      lists: orNull(fc.array(uuid, { minLength: 1, maxLength: 3 })),
    },
  ),
  InvitationTokenBody: shape({ token: text(40, 1) }),
  AcceptInvitationBody: shape({ token: text(40, 1), name: text(40, 1), password: text(40, 8) }),
  UpdateWorkspaceBody: shape(
    {},
    {
      name,
      content_days: orNull(fc.integer({ min: 0, max: 3_650 })),
      strict_public_keys: fc.boolean(),
      network_budget: fc.integer({ min: 1, max: 1_000_000 }),
      list_budget: fc.integer({ min: 1, max: 1_000_000 }),
      workspace_budget: fc.integer({ min: 1, max: 1_000_000 }),
      mailbox_budget: fc.integer({ min: 1, max: 100 }),
      time_zone: fc.constantFrom('UTC', 'Africa/Lagos'),
    },
  ),
  DmarcQuery: shape({}, { days: fc.integer({ min: 1, max: 180 }).map(String) }),
  WarmUpBody: shape(
    {},
    {
      first_day: fc.integer({ min: 1, max: 1_000_000 }),
      growth_percent: fc.integer({ min: 1, max: 200 }),
      target: fc.integer({ min: 2, max: 10_000_000 }),
    },
  ),
  SuggestionsQuery: shape(
    { what: fc.constantFrom('attributes', 'values', 'events', 'properties', 'property_values') },
    { name: text(255, 1), event: text(255, 1), search: text(255, 1) },
  ),
  AuditQuery: paged({
    actor: fc.constantFrom('member', 'key', 'system'),
    actor_id: text(255, 1),
    thing: text(64, 1),
    thing_id: text(255, 1),
    operation: text(64, 1),
    from: when,
    to: when,
  }),
  ChangePasswordBody: shape({ password: text(40, 1), new_password: text(40, 8) }),
  ConfirmTwoFactorBody: shape({ code: fc.constantFrom('123456') }),
  CreateKeyBody: shape({ name, kind: fc.constantFrom('secret', 'public', 'browser') }),
  CreateWorkspaceBody: shape({ name }),
  FinishSsoBody: shape({ query: fc.constantFrom('code=abc&state=def') }),
  OfferTwoFactorBody: shape({ password: text(40, 1) }),
  ReplayQuery: shape({}, { from: when, to: when }),
  RequestResetBody: shape({ email }),
  ResetTokenBody: shape({ token: text(40, 1) }),
  SecondLookBody: shape({}, { password: text(40, 1), code: fc.constantFrom('123456') }),
  SwitchWorkspaceBody: shape({ workspace: fc.integer({ min: 1, max: 1_000 }) }),
  UpdateMeBody: shape({ name }),
  UseResetBody: shape({ token: text(40, 1), password: text(40, 8) }),
  CreateAutomationBody: shape({ name }, { graph: tree }),
  UpdateAutomationBody: shape({}, { name, graph: tree, base_updated_at: when }),
  AutomationsQuery: paged({ q: text(200), state: fc.constantFrom('draft', 'live', 'stopped') }),
  ValidateAutomationBody: shape({}, { graph: tree }),
  PublishAutomationBody: shape({}, { base_updated_at: when }),
  PauseAutomationBody: shape({}, { entering_only: flag }),
  ResumeAutomationBody: shape({}, { late: fc.constantFrom('now', 'shift', 'end') }),
  AutomationRunsQuery: paged({ state: fc.constantFrom('inside', 'retrying', 'failed', 'ended'), step: text(40) }),
  DryRunBody: shape({}, { days: fc.integer({ min: 1, max: 30 }), sample: fc.integer({ min: 1, max: 100 }) }),
  TestPlaceBody: testPlace,
  TestAutomationBody: shape({}, { uid: text(36, 1), person: tree, entry: tree, email, number: digits, calls: flag, clicks: flag, to_end: flag, from: testPlace }), // prettier-ignore
  EnrolBody: shape({ uid: text(36, 1) }, { key: text(200, 1), data: tree }),
  AutomationConversionBody: shape({}, { conversion: orNull(shape({ event: text(40, 1) }, conversion)) }),
  ApproveBody: shape({ version: text(64, 1) }),
  DeclineBody: shape({ version: text(64, 1) }, { reason: orNull(text(500)) }),
  ConversionGoalBody: shape({ event: text(40, 1) }, conversion),
  CampaignUtmBody: shape({}, utm),
  CreateCampaignBody: shape({ name }, { ...campaign, start: shape({}, { at: when }) }),
  UpdateCampaignBody: shape({}, { name, ...campaign, base_updated_at: when }),
  ChangeCampaignLinkBody: shape({ content: uuid, number: fc.nat(10), url: fc.constantFrom('https://a.test/') }),
  FollowUpBody: shape({ who: fc.constantFrom('arrived', 'clicked', 'not_opened') }, { resend: flag }),
  RetryCampaignBody: shape({ what: fc.constantFrom('unknown', 'not_reached') }, { confirm_count: fc.nat(1_000) }),
  CampaignsQuery: paged({ q: text(200), state: fc.constantFrom('draft', 'sending', 'sent') }),
  CampaignCalendarQuery: shape({ from: fc.constantFrom('2026-11-01'), to: fc.constantFrom('2026-11-30') }),
  LocalStartBody: shape({
    at: fc.constantFrom('2036-12-24T08:00'),
    past: fc.constantFrom('now', 'skip', 'tomorrow'),
  }),
  SendWindowBody: shape({
    weekdays: fc.subarray(['monday', 'tuesday', 'sunday'], { minLength: 1 }),
    from: fc.constantFrom('09:00'),
    to: fc.constantFrom('17:30'),
    clock: fc.constantFrom('recipient', 'workspace'),
  }),
  CampaignTestBody: shape(
    {},
    {
      percent: fc.integer({ min: 5, max: 100 }),
      metric: fc.constantFrom('clicks', 'opens'),
      hours: fc.integer({ min: 1, max: 72 }),
      fallback: fc.constantFrom('first', 'split'),
    },
  ),
  ListArchiveBody: shape({ is_public: flag }),
  PreviewCampaignBody: shape({}, { uid: text(36, 1) }),
  TestCampaignBody: shape({ to: email }, { uid: text(36, 1) }),
  StartCampaignBody: shape({}, { at: when, confirm_count: fc.integer({ min: 0, max: 1_000 }) }),
  CampaignRecipientsQuery: paged({
    state: fc.constantFrom('planned', 'queued', 'skipped'),
    reason: fc.constantFrom('left', 'erased'),
  }),
  PersonExportQuery: shape({}, { format: fc.constantFrom('json', 'html') }),
  DeleteWorkspaceBody: shape({ name: text(64, 1) }),
  PeopleCountQuery: shape({}, { search: text(255), list: text(255), status: fc.constantFrom('pending', 'subscribed') }),
  AskConfirmationsBody: shape({}, { per_hour: fc.integer({ min: 1, max: 36_000 }), import: text(255, 1) }),
  ChangeListsBody: shape(
    { add: fc.array(text(36, 1), { minLength: 1, maxLength: 3 }) },
    {
      uids: fc.array(text(255, 1), { minLength: 1, maxLength: 3 }),
      except: fc.array(text(255, 1), { maxLength: 3 }),
      search: text(255),
      list: text(255),
      status: fc.constantFrom('pending', 'subscribed', 'unsubscribed'),
      remove: fc.array(text(36, 1), { maxLength: 3 }),
      consent: text(500, 1),
    },
  ),
  CreateExportBody: shape(
    { what: fc.constantFrom('members', 'people', 'messages', 'events', 'suppressions') },
    { filters: shape({}, { list: text(36, 1), status: text(20, 1), event: name, since: when }) },
  ),
  CreateImportBody: shape({ file_name: text(255, 1), bytes: fc.integer({ min: 1, max: 500 * 1024 * 1024 }) }, {}),
  ReadImportBody: shape(
    {},
    { encoding: text(40, 1), separator: fc.constantFrom(',', ';', '\t', '|'), has_header: fc.boolean() },
  ),
  ImportSettingsBody: shape(
    { columns: fc.array(fc.constant({ to: 'email' }), { minLength: 1, maxLength: 3 }) },
    {
      existing: fc.constantFrom('update', 'fill', 'skip', 'only'),
      empty: fc.constantFrom('leave', 'clear'),
      lists: fc.array(text(36, 1), { maxLength: 3 }),
      consent: text(500, 1),
      optin: fc.constantFrom('pending', 'confirmed'),
      skip: fc.array(fc.constantFrom('typo', 'role'), { maxLength: 2 }),
    },
  ),
  ImportProblemsQuery: shape({}, { after: fc.nat().map(String) }),
  ImportAutomationsQuery: shape({}, { lists: fc.oneof(uuid, fc.array(uuid, { maxLength: 3 })) }),
  MessageEngagementsQuery: shape({ messages: fc.array(uuid, { minLength: 1, maxLength: 3 }).map(String) }),
  ...SEGMENT_REQUESTS,
};
