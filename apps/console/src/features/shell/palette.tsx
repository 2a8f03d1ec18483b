'use client';

import { CornerDownLeft, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTheme } from 'next-themes';
import { Dialog } from 'radix-ui';
import { useId, useState, type KeyboardEvent } from 'react';
import { veil } from '@/components/ui/dialog';
import { useLogout } from '@/features/session/queries';
import { cn } from '@/lib/cn';
import { matching, placeCommands, type Command } from './find-commands';
import { useFoundPeople } from './found-people';
import { useShell } from './shell-context';
import { openSheet } from './palette-events';
import { words } from './words';

/** The command palette: a search whose hits the arrow keys choose from. */
export function Palette({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={veil} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-2xl border bg-surface shadow-lifted"
        >
          <Dialog.Title className="sr-only">{words.palette}</Dialog.Title>
          <Finder onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onDone }: { onDone: () => void }) {
  const id = useId();
  const router = useRouter();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { member } = useShell().session;
  const people = useFoundPeople(text);
  const hits = [...matching([...placeCommands(member), ...useOwnCommands()], text), ...people];
  const chosen = hits[Math.min(at, hits.length - 1)];

  const run = (command: Command | undefined) => {
    if (!command) return;
    onDone();
    if (command.href) router.push(command.href);
    command.run?.();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      const next = (at + step + hits.length) % hits.length;
      setAt(next);
      document.getElementById(`${id}-${hits[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(chosen);
    }
  };
  return (
    <>
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          aria-label={words.palette}
          placeholder={words.paletteHint}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          className="h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted sm:text-[15px]"
        />
      </div>
      <div id={id} role="listbox" aria-label={words.palette} className="max-h-[50dvh] overflow-y-auto p-1.5">
        {hits.map((command, index) => (
          <div
            key={command.id}
            id={`${id}-${command.id}`}
            role="option"
            aria-selected={command === chosen}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
            className={cn(
              'flex h-9 cursor-pointer items-center gap-3 rounded-lg px-3 text-[13px]',
              command === chosen && 'bg-tint text-on-tint',
            )}
          >
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium" title={command.label}>
              {command.label}
            </span>
            <span className={command === chosen ? '' : 'text-muted'}>{command.group}</span>
            {command === chosen && <CornerDownLeft className="size-3.5" aria-hidden="true" />}
          </div>
        ))}
      </div>
      <p role="status" className="px-4 pb-4 text-center text-[13px] text-muted empty:hidden">
        {hits.length === 0 && words.noCommand}
      </p>
    </>
  );
}

/** The commands that do something here. */
function useOwnCommands(): Command[] {
  const { setTheme } = useTheme();
  const logout = useLogout();
  return [
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: `theme-${theme}`,
      label: words.useTheme({ theme: words[theme].toLowerCase() }),
      group: words.theme,
      run: () => setTheme(theme),
    })),
    { id: 'shortcuts', label: words.shortcuts, group: words.help, run: () => setTimeout(openSheet) },
    { id: 'logout', label: words.logout, group: words.account, run: () => logout.mutate() },
  ];
}
