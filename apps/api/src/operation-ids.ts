/** Names that do not follow from the controller and the method, such as `GET /v1/users` in `userPages.list`. */
const NAMES: Record<string, string> = {
  'account.account': 'getAccount',
  'attributes.list': 'listAttributes',
  'batch.batch': 'runBatch',
  'bounces.take': 'reportBounce',
  'consents.form': 'getSignUpForm',
  'consoleEvents.list': 'listEvents',
  'domains.rotate': 'rotateDomainKeys',
  'erase.archive': 'archiveUser',
  'erase.erase': 'deleteUser',
  'events.list': 'listUserEvents',
  'feed.read': 'readFeed',
  'inbox.list': 'listCapturedMessages',
  'inbox.get': 'getCapturedMessage',
  'integrations.providers': 'listProviders',
  'integrations.readRoutes': 'listRoutes',
  'integrations.putRoute': 'updateRoute',
  'merge.merge': 'mergeUsers',
  'messages.page': 'listMessages',
  'members.joined': 'getListGrowth',
  'providerHooks.report': 'receiveProviderReport',
  'consoleSegments.export': 'exportSegment',
  'consoleSegments.overview': 'getSegmentOverview',
  'consoleSegments.suggest': 'suggestForSegments',
  'segments.archive': 'archiveSegment',
  'segments.count': 'countSegment',
  'segments.diff': 'compareSegment',
  'segments.preview': 'previewSegment',
  'segments.refresh': 'refreshSegment',
  'segmentPeople.changes': 'listSegmentChanges',
  'segmentPeople.explain': 'explainSegment',
  'segmentPeople.list': 'listSegmentPeople',
  'segmentPeople.put': 'updateSegmentPeople',
  'sends.email': 'sendEmail',
  'sends.sms': 'sendSms',
  'sends.batch': 'sendBatch',
  'session.challenge': 'createSignInChallenge',
  'session.signIn': 'signIn',
  'session.signOut': 'signOut',
  'session.whoIs': 'getSession',
  'sourceCalls.posthog': 'receivePosthogEvents',
  'sourceCalls.segment': 'receiveSegmentEvents',
  'sourceHooks.send': 'receiveSourceEvents',
  'sources.kinds': 'listSourceKinds',
  'sources.received': 'listSourceEvents',
  'sources.retry': 'retrySourceEvent',
  'sources.retryAll': 'retrySourceEvents',
  'subscribers.subscribe': 'addSubscriber',
  'suppressions.add': 'addSuppressions',
  'suppressions.export': 'exportSuppressions',
  'templates.rollback': 'rollBackTemplate',
  'templates.versions': 'listTemplateVersions',
  'userAccounts.add': 'addUserToAccounts',
  'userAccounts.remove': 'removeUserFromAccount',
  'userAccounts.setRole': 'updateAccountRole',
  'userJobs.items': 'listJobItems',
  'userJobs.list': 'listJobs',
  'userJobs.read': 'getJob',
  'userLists.add': 'addUserToLists',
  'userLists.remove': 'removeUserFromLists',
  'userPages.list': 'listUsers',
  'userPages.members': 'listAccountMembers',
  'userPages.read': 'getUser',
  'users.removeAttribute': 'removeUserAttribute',
  'users.removeDevice': 'removeUserDevice',
  'webhookDeliveries.replay': 'replayWebhook',
  'webhookDeliveries.replayOne': 'replayWebhookDelivery',
  'webhooks.rotate': 'rotateWebhookSecret',
};

const pascal = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const singular = (text: string) => text.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** Returns the id of an operation as generated clients name their method: `sendEmail`, `listTemplates`. */
export function operationId(controllerClass: string, method: string): string {
  const controller = controllerClass.replace(/Controller$/, '').replace(/^./, (letter) => letter.toLowerCase());
  const name = NAMES[`${controller}.${method}`];
  if (name !== undefined) return name;
  const noun = pascal(method === 'list' ? controller : singular(controller));
  // A method of several words, such as `makeDefault`, has its object after its verb.
  const [, verb = method, rest = ''] = /^([a-z]+)(.*)$/.exec(method) ?? [];
  return `${verb}${noun}${rest}`;
}
