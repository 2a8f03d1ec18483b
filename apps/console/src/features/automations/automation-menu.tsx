'use client';

import { Ellipsis } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { useMay } from '@/features/session/use-may';
import type { AutomationActionsProps } from './automation-actions';
import { words } from './words';

const AutomationActions = lazyMenu<AutomationActionsProps>(() =>
  import('./automation-actions').then(({ AutomationActions: loaded }) => loaded),
);

/** The actions of an automation, in its row and in its header; nothing for members who may do none of them. */
export function AutomationMenu(given: AutomationActionsProps) {
  const mayChange = useMay('updateAutomation');
  if (!mayChange) return null;
  return (
    <AutomationActions
      {...given}
      trigger={
        <Button variant="ghost" size="icon" className="relative z-10" aria-label={words.actions(given.automation.name)}>
          <Ellipsis />
        </Button>
      }
    />
  );
}
