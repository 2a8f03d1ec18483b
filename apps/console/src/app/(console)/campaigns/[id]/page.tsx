import type { Metadata } from 'next';
import { CampaignPage } from '@/features/campaigns/campaign-page';
import { words } from '@/features/campaigns/words';

export const metadata: Metadata = { title: words.one };

export default async function Campaign({ params }: { params: Promise<{ id: string }> }) {
  return <CampaignPage id={(await params).id} />;
}
