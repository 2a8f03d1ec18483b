'use client';

import { useRef } from 'react';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { Menu, MenuItem } from '@/components/ui/menu';
import { CONDITION_KINDS, type ConditionKind } from './condition-kinds';
import { words } from './words';

export interface AddActionsProps {
  onAdd: (kind: ConditionKind) => void;
}

/** The kinds of conditions. The focus goes to the one that was added. */
export function AddActions({ onAdd, trigger, defaultOpen }: AddActionsProps & LoadedMenuProps) {
  const isAdded = useRef(false);
  return (
    <Menu
      trigger={trigger}
      defaultOpen={defaultOpen}
      align="start"
      onCloseAutoFocus={(event) => {
        if (isAdded.current) event.preventDefault();
        isAdded.current = false;
      }}
    >
      {Object.entries(CONDITION_KINDS).map(([kind, { icon: Icon }]) => (
        <MenuItem
          key={kind}
          onSelect={() => {
            isAdded.current = true;
            onAdd(kind as ConditionKind);
          }}
        >
          <Icon aria-hidden="true" className="text-muted" /> {words.kinds[kind as ConditionKind]}
        </MenuItem>
      ))}
    </Menu>
  );
}
