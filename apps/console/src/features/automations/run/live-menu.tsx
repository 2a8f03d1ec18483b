'use client';

import { CircleHelp, CircleStop, Copy, DoorClosed, History, UserPlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { Menu, MenuItem, MenuLine } from '@/components/ui/menu';
import { May } from '@/features/session/may';
import { toast } from '@/lib/toast';
import { useDuplicateAutomation, type AutomationDetail } from '../queries';
import { words as all } from '../words';
import type { Control } from './control-dialogs';
import { words } from './words';

export interface LiveMenuProps {
  automation: AutomationDetail;
  mayControl: boolean;
  onControl: (control: Control) => void;
  onVersions: () => void;
  onWhy: () => void;
  onEnrol?: () => void;
}

/** What is needed less often; what ends paths stands last. */
export function LiveMenu(props: LiveMenuProps & LoadedMenuProps) {
  const { automation, mayControl, onControl, onVersions, onWhy, onEnrol, trigger, defaultOpen } = props;
  const router = useRouter();
  const duplicate = useDuplicateAutomation();
  const { state } = automation;
  const canDrain = state === 'live' || state === 'paused';
  const copy = () =>
    void duplicate.mutateAsync(automation.id).then((made) => {
      toast.success(all.duplicated);
      router.push(`/automations/${made.id}/edit`);
    }, toast.failure);
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      <MenuItem onSelect={onWhy}>
        <CircleHelp aria-hidden="true" className="text-muted" /> {words.why}
      </MenuItem>
      {onEnrol && (
        <MenuItem onSelect={onEnrol}>
          <UserPlus aria-hidden="true" className="text-muted" /> {words.enrol}
        </MenuItem>
      )}
      <MenuItem onSelect={onVersions}>
        <History aria-hidden="true" className="text-muted" /> {words.versions}
      </MenuItem>
      <May call="duplicateAutomation">
        <MenuItem onSelect={copy}>
          <Copy aria-hidden="true" className="text-muted" /> {all.duplicate}
        </MenuItem>
      </May>
      {mayControl && (canDrain || state === 'draining') && (
        <>
          <MenuLine />
          {canDrain && (
            <MenuItem onSelect={() => onControl('drain')}>
              <DoorClosed aria-hidden="true" className="text-muted" /> {words.drain}
            </MenuItem>
          )}
          <MenuItem danger onSelect={() => onControl('stop')}>
            <CircleStop aria-hidden="true" /> {words.stop}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
