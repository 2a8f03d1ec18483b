import { icu } from '@/lib/icu';

/** Returns what an operation does in words: "updateWebhook" is "Update webhook". */
export function sayOperation(operation: string): string {
  const known = OPERATIONS[operation];
  if (known) return known;
  const text = operation.replace(/([A-Z])/g, ' $1').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const OPERATIONS: Record<string, string> = {
  changeTeam: 'Change rights of member',
  removeTeam: 'Remove member',
  inviteInvitation: 'Invite member',
  resendInvitation: 'Send invitation again',
  revokeInvitation: 'Revoke invitation',
  connectIntegration: 'Connect provider',
  updateIntegration: 'Change provider',
  removeIntegration: 'Remove provider',
  updateRoute: 'Change order of providers',
  rollBackTemplate: 'Roll back template',
  makeSendingProfileDefault: 'Make sending profile the default',
  rotateIdentity: 'Replace identity secret',
  rotateDomainKeys: 'Rotate DKIM keys',
  deleteUser: 'Erase person',
  archiveUser: 'Archive person',
  mergeUsers: 'Merge people',
  setAlerts: 'Set chat for alerts',
  testAlerts: 'Test chat for alerts',
  replayWebhook: 'Replay webhook deliveries',
  replayWebhookDelivery: 'Replay webhook delivery',
};

const THINGS: Record<string, string> = {
  workspace: 'Workspace',
  logo: 'Logo',
  identity: 'Signed identities',
  key: 'API key',
  member: 'Member',
  invitation: 'Invitation',
  login: 'Own login',
  domain: 'Domain',
  warm_up: 'Warm-up',
  provider: 'Provider',
  route: 'Order of providers',
  list: 'List',
  segment: 'Segment',
  template: 'Template',
  sending_profile: 'Sending profile',
  saved_block: 'Saved block',
  image: 'Image',
  import: 'Import',
  bulk_job: 'Bulk job',
  suppression: 'Suppression',
  source: 'Source',
  alerts: 'Alerts',
  webhook: 'Webhook',
  message: 'Message',
  person: 'Person',
};

const plain = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

export const words = {
  title: 'Audit log',
  text: 'Who changed what, with the values before and after. Kept for two years.',
  when: 'When',
  who: 'Who',
  what: 'What',
  thing: 'Of',
  where: 'From',
  program: 'Program',
  request: 'Request ID',
  operation: 'Operation',
  id: 'ID',
  allThings: 'Everything',
  allActors: 'Everybody',
  filterThing: 'Kind of thing',
  filterActor: 'Who',
  actors: { member: 'Members', key: 'API keys', system: 'Dundun itself' },
  actorOne: { member: 'Member', key: 'API key', system: 'Dundun itself' },
  things: THINGS,
  sayThing: (thing: string) => THINGS[thing] ?? plain(thing),
  sayField: (field: string) => plain(field),
  removedActor: 'Removed since',
  changes: 'Changes',
  noChanges: 'No values are recorded for this operation.',
  field: 'Field',
  before: 'Before',
  after: 'After',
  none: 'None',
  hidden: 'Hidden',
  onlyThing: 'Only this one',
  onlyActor: 'Only changes by them',
  panel: 'Change',
  emptyTitle: 'Nothing was changed yet',
  emptyText: 'Each change of settings, lists, templates and keys shows here.',
  noneTitle: 'No such changes',
  noneText: 'Nothing matches these filters.',
  showAll: 'Show everything',
  filtered: 'One thing or person',
  open: icu<{ what: string }>('Show the change: {what}'),
};
