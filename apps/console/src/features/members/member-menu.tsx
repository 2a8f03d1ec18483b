'use client';

import type { MemberView } from '@dundun/client';
import { Ellipsis } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { callName } from '@/features/people/person-name';
import { May } from '@/features/session/may';
import type { MemberActionsProps } from './member-actions';
import { words } from './words';

const MemberActions = lazyMenu<MemberActionsProps>(() =>
  import('./member-actions').then(({ MemberActions: loaded }) => loaded),
);

export const MemberMenu = ({ list, member }: { list: string; member: MemberView }) => (
  <May call="updateSubscriber">
    <MemberActions
      list={list}
      member={member}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className="relative z-10"
          aria-label={words.actions(callName(member, words.noName))}
        >
          <Ellipsis />
        </Button>
      }
    />
  </May>
);
