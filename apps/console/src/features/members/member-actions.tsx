'use client';

import type { MemberView } from '@dundun/client';
import { Activity, Copy, ScrollText, UserCheck, UserMinus, UserX } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { toast } from '@/lib/toast';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { Menu, MenuItem, MenuLine } from '@/components/ui/menu';
import { callName } from '@/features/people/person-name';
import { RemoveDialog } from './remove-dialog';
import { useSwitchSubscription } from './use-switch-subscription';
import { words } from './words';

export interface MemberActionsProps {
  list: string;
  member: MemberView;
}

/** What can be done with a person on a list. */
export function MemberActions({ list, member, trigger, defaultOpen }: MemberActionsProps & LoadedMenuProps) {
  const [removing, setRemoving] = useState(false);
  const name = callName(member, words.noName);
  const { unsubscribe, resubscribe } = useSwitchSubscription(list, member.uid, name);
  const copyId = () =>
    void navigator.clipboard
      ?.writeText(member.uid)
      .then(() => toast.message(words.copiedId, { description: member.uid }));
  return (
    <>
      <Menu trigger={trigger} defaultOpen={defaultOpen}>
        <MenuItem asChild>
          <Link href={`/events?uid=${encodeURIComponent(member.uid)}`}>
            <Activity aria-hidden="true" className="text-muted" /> {words.events}
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link href={`/consents?uid=${encodeURIComponent(member.uid)}&list=${encodeURIComponent(list)}`}>
            <ScrollText aria-hidden="true" className="text-muted" /> {words.consent}
          </Link>
        </MenuItem>
        <MenuItem onSelect={copyId}>
          <Copy aria-hidden="true" className="text-muted" /> {words.copyId}
        </MenuItem>
        <MenuLine />
        {member.status === 'unsubscribed' ? (
          <MenuItem onSelect={resubscribe}>
            <UserCheck aria-hidden="true" className="text-muted" /> {words.resubscribe}
          </MenuItem>
        ) : (
          <MenuItem onSelect={unsubscribe}>
            <UserMinus aria-hidden="true" className="text-muted" /> {words.unsubscribe}
          </MenuItem>
        )}
        <MenuItem danger onSelect={() => setRemoving(true)}>
          <UserX aria-hidden="true" /> {words.remove}
        </MenuItem>
      </Menu>
      <RemoveDialog list={list} uid={member.uid} name={name} open={removing} onOpenChange={setRemoving} />
    </>
  );
}
