'use client';

import type { StepKind } from '@dundun/domain';
import { ClipboardPaste } from 'lucide-react';
import { Fragment, useRef } from 'react';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { Menu, MenuItem, MenuLabel, MenuLine } from '@/components/ui/menu';
import { words as said } from '../graph/words';
import { ICONS, OFFERED } from './icons';
import { words } from './words';

export interface AddMenuProps {
  onAdd: (kind: StepKind) => void;
  onPaste?: () => void;
}

/** The kinds of steps that can be added on a line. After a choice the focus goes on to the new step. */
export function AddMenu({ onAdd, onPaste, trigger, defaultOpen }: AddMenuProps & LoadedMenuProps) {
  const isChosen = useRef(false);
  const choose = (work: () => void) => () => {
    isChosen.current = true;
    work();
  };
  const goOn = (event: Event) => {
    if (isChosen.current) event.preventDefault();
    isChosen.current = false;
  };
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen} align="start" onCloseAutoFocus={goOn}>
      {onPaste && (
        <>
          <MenuItem onSelect={choose(onPaste)}>
            <ClipboardPaste aria-hidden="true" className="text-muted" /> {words.paste}
          </MenuItem>
          <MenuLine />
        </>
      )}
      {OFFERED.map(({ group, kinds }) => (
        <Fragment key={group}>
          <MenuLabel>{words.groups[group]}</MenuLabel>
          {kinds.map((kind) => {
            const Icon = ICONS[kind];
            return (
              <MenuItem key={kind} onSelect={choose(() => onAdd(kind))}>
                <Icon aria-hidden="true" className="text-muted" />
                <span className="grid">
                  <span className="font-medium">{said.kinds[kind]}</span>
                  <span className="text-xs text-muted">{words.about[kind]}</span>
                </span>
              </MenuItem>
            );
          })}
        </Fragment>
      ))}
    </Menu>
  );
}
