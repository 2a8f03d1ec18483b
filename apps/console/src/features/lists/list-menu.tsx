'use client';

import type { ListView } from '@dundun/client';
import { Ellipsis } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { May } from '@/features/session/may';
import type { ListActionsProps } from './list-actions';
import { words } from './words';

const ListActions = lazyMenu<ListActionsProps>(() =>
  import('./list-actions').then(({ ListActions: loaded }) => loaded),
);

/** The actions of a list, in its row and in its header. */
export const ListMenu = ({ list, onArchived }: { list: ListView; onArchived?: () => void }) => (
  <May call="updateList">
    <ListActions
      list={list}
      onArchived={onArchived}
      trigger={
        <Button variant="ghost" size="icon" className="relative z-10" aria-label={words.actions(list.title)}>
          <Ellipsis />
        </Button>
      }
    />
  </May>
);
