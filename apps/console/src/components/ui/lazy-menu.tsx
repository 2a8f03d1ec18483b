'use client';

import { cloneElement, lazy, Suspense, useState, type ComponentType, type ReactElement } from 'react';
import { useHydrated } from '@/lib/use-hydrated';

interface TriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  disabled?: boolean;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

/** What a lazy menu passes to its loaded form. */
export interface LoadedMenuProps {
  trigger: ReactElement;
  defaultOpen: boolean;
}

/**
 * Makes a menu whose code loads when the pointer or the focus comes to its button, and that opens with the first press.
 * @param load imports the menu, which renders `<Menu trigger={trigger} defaultOpen={defaultOpen}>`
 */
export function lazyMenu<Given extends object>(load: () => Promise<ComponentType<Given & LoadedMenuProps>>) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function LazyMenu({ trigger, ...given }: Given & { trigger: ReactElement<TriggerProps> }) {
    const [isOpened, setOpened] = useState(false);
    const isHydrated = useHydrated();
    const preload = () => void load();
    const closed = cloneElement(trigger, {
      onClick: () => setOpened(true),
      onPointerEnter: preload,
      onFocus: preload,
      ...(!isHydrated && { disabled: true }),
      'aria-haspopup': 'menu',
      'aria-expanded': false,
    });
    if (!isOpened) return closed;
    return (
      <Suspense fallback={closed}>
        <Loaded {...(given as unknown as Given)} trigger={trigger} defaultOpen />
      </Suspense>
    );
  };
}
