'use client';

import { CircleAlert, CircleCheck } from 'lucide-react';
import type { Problem } from '../graph/problems';
import { words } from './words';

/** What keeps a drawing from going live; a press goes to the step. */
export function ProblemList({ problems, onGo }: { problems: readonly Problem[]; onGo: (step: string) => void }) {
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-2 text-[13px]">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" /> {words.problemsNone}
      </p>
    );
  return (
    <ul className="grid gap-2">
      {problems.map(({ step, field, text }) => (
        <li key={`${field} ${text}`}>
          <button
            type="button"
            onClick={() => onGo(step ?? '')}
            className="flex w-full items-start gap-2 rounded-lg border px-3 py-2 text-left text-[13px] hover:bg-sunken"
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
            <span className="min-w-0 break-words">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
