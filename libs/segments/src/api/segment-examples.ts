const PRO = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' };
const RECENTLY = { window: { last: { days: 30 } } };

/** Example bodies of new segments for the reference page. */
export const SEGMENT_EXAMPLES = {
  'At risk: pro, and no order in 30 days': {
    name: 'At risk',
    match: { all: [PRO, { not: { event: 'Order placed', ...RECENTLY } }] },
  },
  'Big spenders': {
    name: 'Big spenders',
    match: {
      event: 'Order placed',
      where: [{ property: 'total', type: 'number', is: 'above', value: 200 }],
      times: { at_least: 3 },
      window: { last: { months: 6 } },
    },
  },
  'Can get email, known for a week': {
    name: 'Reachable newcomers',
    kind: 'snapshot',
    match: { all: [{ reachable: 'email' }, { created: { last: { weeks: 1 } } }] },
  },
  'People added by hand': { name: 'Beta testers', kind: 'manual' },
};

/** Example trees for the reference page. */
export const MATCH_EXAMPLES = {
  'An attribute': { match: PRO },
  'Viewed at least 10 pages in 30 days': { match: { event: 'Page viewed', times: { at_least: 10 }, ...RECENTLY } },
  'Either of two': { match: { any: [PRO, { field: 'email', type: 'text', is: 'ends_with', value: '@example.com' }] } },
};
