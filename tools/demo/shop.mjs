/** `share`: of the people who join; `leaves`: of those who leave again; `from` and `to`: when it could be joined. */
export const LISTS = [
  {
    title: 'The Weekly Roast',
    description: 'Stories, recipes and a coffee every Friday',
    double_optin: false,
    share: 0.7,
    leaves: 0.04,
  },
  {
    title: 'Product news',
    description: 'New beans and gear, about once a month',
    double_optin: false,
    share: 0.4,
    leaves: 0.06,
  },
  {
    title: 'Coffee club',
    description: 'Members of the club: shipping dates and extras',
    double_optin: true,
    share: 0.12,
    leaves: 0.02,
  },
  { title: 'Offers by SMS', description: 'Two texts a month at most', double_optin: false, share: 0.1, leaves: 0.12 },
  { title: 'Wholesale', description: 'Prices for cafés and offices', double_optin: false, share: 0.03, leaves: 0.02 },
  {
    title: 'Christmas 2025',
    description: 'Last year’s gift guide',
    double_optin: false,
    share: 0.3,
    leaves: 0.3,
    from: Date.UTC(2025, 10, 3),
    to: Date.UTC(2025, 11, 24),
    isArchived: true,
  },
];

/** The issues of the newsletter, in turn. */
export const WEEKS = [
  { name: 'Weekly Roast: Yirgacheffe', subject: 'Stone fruit and honey: Yirgacheffe' },
  { name: 'Weekly Roast: how to grind', subject: 'Your grinder matters more than your machine' },
  { name: 'Weekly Roast: Huila', subject: 'A washed Huila, and who grew it' },
  { name: 'Weekly Roast: iced coffee', subject: 'Iced coffee that is not watery' },
  { name: 'Weekly Roast: Sidamo', subject: 'Blueberries? In coffee? Sidamo natural' },
  { name: 'Weekly Roast: decaf', subject: 'Decaf you will not notice' },
  { name: 'Weekly Roast: Tarrazú', subject: 'High mountains, bright cup: Tarrazú' },
  { name: 'Weekly Roast: winter blend', subject: 'The winter blend is back' },
];

export const SALES = [
  { name: 'New gear: the hand grinder', subject: 'It is here: a hand grinder for 64 euros' },
  { name: 'Two bags for one', subject: 'Two bags for one, until Sunday' },
];

export const SEGMENTS = [
  {
    name: 'At risk: club without an order',
    labels: ['retention'],
    match: {
      all: [
        { attribute: 'plan', type: 'text', is: 'equals', value: 'club' },
        { event: 'Cart updated', times: { at_least: 1 }, window: { last: { days: 60 } } },
        { not: { event: 'Order placed', window: { last: { days: 30 } } } },
      ],
    },
  },
  {
    name: 'Regulars',
    labels: ['loyalty'],
    match: { event: 'Order placed', times: { at_least: 3 }, window: { last: { days: 60 } } },
  },
  {
    name: 'Lagos and Abuja',
    labels: ['places'],
    match: {
      any: [
        { attribute: 'city', type: 'text', is: 'equals', value: 'Lagos' },
        { attribute: 'city', type: 'text', is: 'equals', value: 'Abuja' },
      ],
    },
  },
  { name: 'New this month', labels: [], match: { created: { last: { days: 30 } } } },
];
