'use client';

import { Search } from 'lucide-react';
import { useEffect, useRef, type ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { isTyping, useShortcuts } from '@/lib/shortcuts';
import { Input } from './input';

type SearchBoxProps = Omit<ComponentProps<typeof Input>, 'ref' | 'type'> & { label: string; hotkey?: boolean };

/** `hotkey`: the key `/` focuses the box, unless shortcuts are off. */
export function SearchBox({ label, hotkey, className, ...props }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { enabled } = useShortcuts();
  const listens = Boolean(hotkey && enabled);
  useEffect(() => {
    if (!listens) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [listens]);
  return (
    <div className={cn('relative', className)}>
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        className="pr-8 pl-9"
        {...props}
      />
      {listens && !props.value && (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 rounded border px-1.5 font-mono text-[11px] text-muted sm:block"
        >
          /
        </kbd>
      )}
    </div>
  );
}
