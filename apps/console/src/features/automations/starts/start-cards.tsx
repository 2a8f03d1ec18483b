'use client';

import { STARTS, type Start } from './starts';
import { words } from './words';

/** Automations that are often wanted. */
export const StartCards = ({ onStart }: { onStart: (start: Start) => void }) => (
  <ul aria-label={words.cards} className="grid w-full gap-2 text-left sm:grid-cols-2">
    {STARTS.filter((start) => start !== 'blank').map((start) => (
      <li key={start} className="relative rounded-xl border bg-surface px-4 py-3 shadow-shade hover:bg-sunken">
        <button
          type="button"
          onClick={() => onStart(start)}
          className="cursor-pointer text-sm font-semibold after:absolute after:inset-0"
        >
          {words.starts[start].name}
        </button>
        <p className="text-[13px] text-muted">{words.starts[start].text}</p>
      </li>
    ))}
  </ul>
);
