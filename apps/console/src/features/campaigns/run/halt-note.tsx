import { CircleAlert } from 'lucide-react';
import Link from 'next/link';
import { momentOf } from '@/lib/format';
import type { Campaign, Halt } from '../queries';
import { asSentence, wayOutOfHalt } from '../way-out';
import { words } from '../words';

/** Why a campaign halted by itself, and what to do. */
export function HaltNote({ halt: { code, message, at }, channel }: { halt: Halt; channel: Campaign['channel'] }) {
  const way = wayOutOfHalt(code, channel);
  return (
    <div role="alert" className="mb-4 flex gap-3 rounded-xl border border-danger bg-danger-tint px-4 py-3 text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium break-words">{asSentence(message)}</p>
        <p className="break-words">{words.halts[code]}</p>
        <p className="flex flex-wrap gap-x-3 text-[13px]">
          <span>{words.haltedAt({ when: momentOf(at) })}</span>
          {way && (
            <Link href={way.href} className="font-medium text-primary underline">
              {words.goTo({ place: way.label })}
            </Link>
          )}
        </p>
      </div>
    </div>
  );
}
