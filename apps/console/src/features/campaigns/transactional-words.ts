/** The words of campaigns that reach people whatever they consented to. */
export const transactionalWords = {
  badge: 'Transactional',
  title: 'Transactional: everybody gets it',
  hint: 'For what people have to know, such as new terms or an outage. It goes to everybody in the audience, subscribed or not, without an unsubscribe link. Bounced addresses and people who have not confirmed theirs are left out.',
  ownersOnly: 'Only an owner can choose and start this.',
  reason: 'Reason',
  reasonHint: 'Kept with the campaign and in the audit log.',
  reasonMissing: 'Say why everybody has to get it. Until then it is a marketing campaign.',
  because: ({ reason }: { reason: string }) => `Sent to everybody, whatever they consented to: ${reason}`,
};
