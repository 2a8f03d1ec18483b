import { forEach } from './api.mjs';
import { randomFrom } from './random.mjs';

/** `share`: of the people who join; `leaves`: of those who leave again. */
const LISTS = [
  {
    title: 'The Weekly Roast',
    description: 'Stories, recipes and a coffee every Friday',
    double_optin: false,
    share: 0.7,
    leaves: 0.05,
  },
  {
    title: 'Product news',
    description: 'New beans and gear, about once a month',
    double_optin: false,
    share: 0.4,
    leaves: 0.08,
  },
  {
    title: 'Coffee club',
    description: 'Members of the club: shipping dates and extras',
    double_optin: true,
    share: 0.08,
    leaves: 0,
  },
  { title: 'Offers by SMS', description: 'Two texts a month at most', double_optin: false, share: 0.1, leaves: 0.15 },
  { title: 'Wholesale', description: 'Prices for cafés and offices', double_optin: false, share: 0.03, leaves: 0.02 },
  {
    title: 'Christmas 2025',
    description: 'Last year’s gift guide',
    double_optin: false,
    share: 0.05,
    leaves: 0.3,
    isArchived: true,
  },
];

/** Adds the lists with their members. A list that exists keeps its members. */
export async function addLists(api, shop) {
  const random = randomFrom(6);
  const { data } = await api.get('/v1/lists?limit=30');
  // An archived list is not in the listing, so another one tells whether it was added before.
  const isFirst = !data.some((list) => list.title === LISTS[0].title);
  for (const { title, description, double_optin, share, leaves, isArchived } of LISTS) {
    if (isArchived && !isFirst) continue;
    const known = data.find((list) => list.title === title);
    const list =
      known ??
      (await api.post('/v1/lists', { title, description, double_optin, redirect_url: 'https://example.com/thanks' }));
    shop.lists[title] = list.id;
    if (known) continue;
    const members = shop.people.filter(() => random() < share);
    await forEach(members, async ({ email, number }) => {
      const { uid } = await api.post(`/v1/lists/${list.id}/subscribers`, { email, ...(number && { number }) });
      if (random() < leaves) await api.put(`/v1/lists/${list.id}/subscribers/${uid}`, { subscribed: false });
    });
    if (isArchived) await api.remove(`/v1/lists/${list.id}`);
  }
  return `${LISTS.length} lists`;
}
