import type { ListView } from '@dundun/contracts';
import { answeredTexts } from './list-changes.js';
import type { CountedList } from './lists.service.js';

/** Presents a list to a caller of the API. */
export const presentList = ({ list, subscribers }: CountedList): ListView => ({
  id: list.id,
  ...answeredTexts(list),
  subscriber_count: subscribers,
  broadcast_count: list.broadcastCount,
  double_optin: list.doubleOptin,
  is_public: list.isPublic,
  redirect_url: list.redirectUrl,
  created_at: list.createdAt.toISOString(),
});

/** Presents a list to a member, with the texts that mail and hosted pages show. */
export const presentListToMember = (counted: CountedList): ListView => {
  const { title, description } = counted.list;
  return { ...presentList(counted), title, description };
};
