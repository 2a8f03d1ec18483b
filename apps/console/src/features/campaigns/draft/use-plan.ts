'use client';

import { useState } from 'react';

/** When a draft is to start, as the member chose it: now, or a local date and time. */
interface Chosen {
  isLater: boolean;
  at: string;
}

const nameOf = (id: string) => `campaign plan ${id}`;

function stored(id: string): Chosen {
  try {
    const { isLater = false, at = '' } = JSON.parse(localStorage.getItem(nameOf(id)) ?? '{}') as Partial<Chosen>;
    return { isLater: isLater === true, at: typeof at === 'string' ? at : '' };
  } catch {
    return { isLater: false, at: '' };
  }
}

/** The planned start. The service knows it only once the campaign is started, so this browser keeps it until then. */
export function usePlan(id: string) {
  const [chosen, setChosen] = useState(() => stored(id));
  const time = Date.parse(chosen.at);
  return {
    ...chosen,
    /** The time, if one is chosen and valid. */
    time: chosen.isLater && !Number.isNaN(time) ? new Date(time) : undefined,
    choose: (part: Partial<Chosen>) => {
      const next = { ...chosen, ...part };
      setChosen(next);
      try {
        localStorage.setItem(nameOf(id), JSON.stringify(next));
      } catch {
        // A browser without storage forgets the plan with the page.
      }
    },
    forget: () => {
      try {
        localStorage.removeItem(nameOf(id));
      } catch {
        // As above.
      }
    },
  };
}

export type Plan = ReturnType<typeof usePlan>;
