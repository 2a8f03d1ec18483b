/** Bodies that work unchanged against a freshly started service. */
export const PREVIEW_EXAMPLES = {
  variables: { variables: { name: 'Grace' } },
  'another version': { variables: { name: 'Grace' }, version: 1 },
};

export const TEST_EXAMPLES = {
  'a sender of its own': {
    to: 'grace@example.com',
    from: { name: 'Ada', email: 'ada@dundun.test' },
    variables: { name: 'Grace' },
  },
};

export const NEW_PROFILE_EXAMPLES = {
  'a newsletter': {
    name: 'Newsletter',
    from_name: 'Ada',
    from_email: 'ada@dundun.test',
    reply_to: 'help@dundun.test',
  },
};

export const PROFILE_EXAMPLES = {
  'another name': { from_name: 'Ada of the shop' },
  'no address for replies': { reply_to: null },
};
