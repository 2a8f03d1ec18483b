import { LISTS } from './shop.mjs';

/** Adds the lists that are not there yet, without their members. */
export async function addLists(api, shop) {
  const { data } = await api.get('/v1/lists?limit=30');
  for (const { title, description, double_optin } of LISTS)
    shop.lists[title] =
      data.find((list) => list.title === title) ??
      (await api.post('/v1/lists', { title, description, double_optin, redirect_url: 'https://example.com/thanks' }));
  return `${LISTS.length} lists`;
}

/** Archives the lists of the past, which have their members by then. */
export async function archiveLists(api, shop) {
  for (const { title, isArchived } of LISTS) if (isArchived) await api.remove(`/v1/lists/${shop.lists[title].id}`);
}
