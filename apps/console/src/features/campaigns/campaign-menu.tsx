'use client';

import { Ellipsis } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { useMay } from '@/features/session/use-may';
import type { CampaignActionsProps } from './campaign-actions';
import { words } from './words';

const CampaignActions = lazyMenu<CampaignActionsProps>(() =>
  import('./campaign-actions').then(({ CampaignActions: loaded }) => loaded),
);

/** The actions of a campaign, in its row and in its header; nothing for members who may do none of them. */
export function CampaignMenu(given: CampaignActionsProps) {
  const mayChange = useMay('updateCampaign');
  if (!mayChange) return null;
  return (
    <CampaignActions
      {...given}
      trigger={
        <Button variant="ghost" size="icon" className="relative z-10" aria-label={words.actions(given.campaign.name)}>
          <Ellipsis />
        </Button>
      }
    />
  );
}
