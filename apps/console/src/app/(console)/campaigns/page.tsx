import type { Metadata } from 'next';
import { CampaignsPage } from '@/features/campaigns/campaigns-page';
import { words } from '@/features/campaigns/words';

export const metadata: Metadata = { title: words.title };

export default function Campaigns() {
  return <CampaignsPage />;
}
