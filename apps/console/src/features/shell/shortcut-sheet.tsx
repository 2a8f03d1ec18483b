'use client';

import { Dialog } from '@/components/ui/dialog';
import { Switch } from '@/components/ui/switch';
import { useShortcuts } from '@/lib/shortcuts';
import { PLACES } from './places';
import { words } from './words';

const EVERYWHERE = [
  { keys: ['⌘', 'K'], text: words.palette },
  { keys: ['/'], text: words.keySearch },
  { keys: ['?'], text: words.keySheet },
  { keys: ['Esc'], text: words.keyClose },
];
const IN_TABLES = [
  { keys: ['↑', '↓'], text: words.keyMove },
  { keys: ['Enter'], text: words.keyOpen },
  { keys: ['x'], text: words.keySelect },
  { keys: ['Shift', 'x'], text: words.keyRange },
];
const PLACES_BY_KEY = PLACES.flat().flatMap(({ key, label }) => (key ? [{ keys: ['g', key], text: label }] : []));

/** Every shortcut, and the switch that turns the single keys off. */
export function ShortcutSheet({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const { enabled, setEnabled } = useShortcuts();
  return (
    <Dialog open onOpenChange={onOpenChange} title={words.shortcuts}>
      <div className="grid gap-5">
        <Keys title={words.everywhere} keys={EVERYWHERE} />
        <Keys title={words.goTo} keys={PLACES_BY_KEY} />
        <Keys title={words.inTables} keys={IN_TABLES} />
        <label className="flex items-start justify-between gap-4 rounded-xl border bg-sunken/60 p-4 text-[13px]">
          <span>
            <span className="block font-medium">{words.singleKeys}</span>
            <span className="text-muted">{words.singleKeysText}</span>
          </span>
          <Switch checked={enabled} onCheckedChange={setEnabled} aria-label={words.singleKeys} />
        </label>
      </div>
    </Dialog>
  );
}

const Keys = ({ title, keys }: { title: string; keys: { keys: string[]; text: string }[] }) => (
  <section>
    <h3 className="mb-1.5 text-xs font-medium text-muted">{title}</h3>
    <ul className="grid gap-1 text-[13px]">
      {keys.map(({ keys: pressed, text }) => (
        <li key={text} className="flex items-center justify-between gap-4">
          {text}
          <span className="flex gap-1">
            {pressed.map((key) => (
              <kbd key={key} className="min-w-6 rounded border bg-sunken px-1.5 text-center font-sans text-xs">
                {key}
              </kbd>
            ))}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
