export const words = {
  title: 'Sending profiles',
  text: 'Who mails come from, by name. Confirmations of subscriptions, and test sends of templates without a profile, come from the default.',
  name: 'Name',
  from: 'From',
  replyTo: 'Reply to',
  sameAddress: 'The sender',
  provider: 'Provider',
  anyProvider: 'By the route',
  default: 'Default',
  noDefault:
    'None of them is the default, so confirmations of subscriptions come from no-reply@ the first domain that may be sent from.',
  makeDefault: (name: string) => `Make “${name}” the default`,
  someProvider: 'A connected one',
  emptyTitle: 'No sending profiles yet',
  emptyText: 'A profile says who your mails come from and where replies go; its address belongs to a connected domain.',
  emptyCode: 'Create a sending profile',
};
