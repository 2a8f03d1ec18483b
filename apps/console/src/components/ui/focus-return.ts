import { useState } from 'react';

/**
 * Returns a handler for `onCloseAutoFocus` of a dialog that opens as the calling component mounts: the focus goes back to the
 * control that opened it, or to the button of the menu in which it was. Radix alone remembers a field with `autoFocus`.
 */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    const target = opener?.isConnected ? opener : buttonOfMenu(opener);
    if (!(target instanceof HTMLElement) || target === document.body) return;
    event.preventDefault();
    target.focus();
  };
}

function buttonOfMenu(item: Element | null): Element | null {
  const id = item?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}
