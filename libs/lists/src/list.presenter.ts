import type { ListView } from '@dundun/contracts';
import type { CountedList } from './lists.service.js';

export const presentList = ({ list, subscribers }: CountedList): ListView => ({
  id: list.id,
  title: list.title,
  description: list.description,
  subscriber_count: subscribers,
  broadcast_count: list.broadcastCount,
  double_optin: list.doubleOptin,
  redirect_url: list.redirectUrl,
  created_at: list.createdAt.toISOString(),
});
