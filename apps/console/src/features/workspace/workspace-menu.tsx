'use client';

import { Plus } from 'lucide-react';
import { Menu, MenuItem, MenuLabel, MenuLine, MenuRadio, MenuRadioGroup } from '@/components/ui/menu';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { useMe } from '@/features/account/queries';
import { useMay } from '@/features/session/use-may';
import { useShell } from '@/features/shell/shell-context';
import { toast } from '@/lib/toast';
import { useSwitchWorkspace } from './queries';
import { words } from './words';

/** The workspaces of the person, and a way to a new one. */
export function WorkspaceMenu({ trigger, defaultOpen, onCreate }: LoadedMenuProps & { onCreate: () => void }) {
  const { workspace } = useShell().session;
  const { data } = useMe();
  const mayCreate = useMay('createWorkspace');
  const go = useSwitchWorkspace();
  return (
    <Menu align="start" trigger={trigger} defaultOpen={defaultOpen}>
      <MenuLabel>{words.workspaces}</MenuLabel>
      <MenuRadioGroup
        value={workspace.id}
        onValueChange={(id) => id !== workspace.id && go.mutate(id, { onError: toast.failure })}
      >
        {(data?.workspaces ?? [{ id: workspace.id, name: workspace.name }]).map(({ id, name }) => (
          <MenuRadio key={id} value={id}>
            <bdi className="max-w-56 truncate">{name}</bdi>
          </MenuRadio>
        ))}
      </MenuRadioGroup>
      {mayCreate && (
        <>
          <MenuLine />
          <MenuItem onSelect={onCreate}>
            <Plus aria-hidden="true" className="text-muted" /> {words.create}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
