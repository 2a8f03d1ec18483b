/** Says how long message content is kept; the record of a message always stays. */
function keptFor(days: number | null): string {
  if (days === null) return 'Message content is kept as long as the message record.';
  if (days === 0) return 'Message content is deleted as soon as the message is sent.';
  return `Message content is kept for ${days === 1 ? 'one day' : `${days} days`}; the message record stays.`;
}

export const words = {
  keptFor,
  change: 'Change',
  changeCode: 'Keep it for 30 days',
  general: 'General',
  name: 'Name',
  zone: 'Time zone',
  zoneHint: 'Days of segments and reports begin at its midnight.',
  language: 'Default language',
  languageHint: 'For people whose own language is unknown, such as en or pt-BR.',
  brand: 'Brand and sender',
  sender: 'Sender name',
  senderHint: 'What people see as the sender of marketing mail.',
  address: 'Postal address',
  addressHint: 'In the footer of marketing mail, where many laws require it.',
  color: 'Brand colour',
  colorHint: 'As #rrggbb.',
  logo: 'Logo',
  logoHint: 'PNG, JPEG, GIF or WebP, at most 256 KB. Mail shows it, so its address is public.',
  noLogo: 'No logo',
  upload: 'Upload',
  replace: 'Replace',
  removeLogo: 'Remove logo',
  tooLarge: 'The file is larger than 256 KB. Choose a smaller one.',
  logoSaved: 'Logo saved',
  logoRemoved: 'Logo removed',
  save: 'Save',
  saved: 'Saved',
  security: 'Sign-in',
  requireFactor: 'Require two-factor sign-in',
  requireFactorText:
    'Members without it reach only their account page until they turn it on. Single sign-on counts as two factors.',
  factorRequired: 'Two-factor sign-in is required now',
  factorNotRequired: 'Two-factor sign-in is no longer required',
  retention: 'Retention',
  contentDays: 'Days to keep the content of messages',
  contentDaysHint: 'Empty: as long as the message itself. 0: deleted when it is sent.',
  wholeDays: 'must be a whole number from 0 to 3650, or empty.',
  messagesKept: (days: number | null) =>
    days === null
      ? 'Messages and events are kept until somebody deletes them. The operator of this installation can set a limit for messages.'
      : `Messages are deleted after ${days} days on this installation. Events are kept.`,
  danger: 'Danger zone',
  signOutAll: 'Sign everybody out',
  signOutAllText: 'Ends all sessions in this workspace except yours.',
  signedOutAll: 'Everybody else is signed out',
  leave: 'Leave workspace',
  leaveText: 'You lose access, until somebody invites you again. The last owner cannot leave.',
  leaveTitle: ({ name }: { name: string }) => `Leave ${name}?`,
  left: 'You left the workspace',
  remove: 'Delete workspace',
  removeText: 'Deletes the workspace with everything in it after 7 days. Until then you can take it back.',
  removeTitle: ({ name }: { name: string }) => `Delete ${name}?`,
  removeWhat: [
    'People, their attributes, consent history and events',
    'Lists, segments, campaigns, templates and images',
    'Messages and what became of them',
    'API keys, providers, domains, sources and webhooks',
    'Members, and the logins of those who are in no other workspace',
  ],
  removeUntil:
    'For 7 days everything goes on, sending included, and any owner can keep the workspace. Then nothing can be restored.',
  removeScheduled: 'The workspace will be deleted',
  removeNotice: ({ when }: { when: string }) => `This workspace and everything in it will be deleted on ${when}.`,
  keep: 'Keep workspace',
  kept: 'The workspace is kept',
  workspaces: 'Workspaces',
  switchTo: 'Go to workspace',
  create: 'New workspace',
  createText: 'Its people, lists and settings are its own. You become its owner.',
  createSubmit: 'Create workspace',
};
