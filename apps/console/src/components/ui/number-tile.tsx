import { CircleHelp, TrendingDown, TrendingUp } from 'lucide-react';
import Link from 'next/link';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { percent } from '@/lib/format';
import { words } from './words';

interface NumberTileProps {
  label: string;
  value: ReactNode;
  /** What the number means, behind a question mark. */
  meaning?: string;
  /** The value before, and what "before" is, such as "yesterday". */
  trend?: { now: number; before: number; since: string; isGoodUp?: boolean | 'either' };
  /** A sparkline. */
  chart?: ReactNode;
  /** A line under the number. */
  note?: ReactNode;
  href?: string;
}

/** A number with its trend. */
export function NumberTile({ label, value, meaning, trend, chart, note, href }: NumberTileProps) {
  return (
    <div className="relative min-w-0 rounded-xl border bg-surface px-4 py-3 shadow-shade">
      <div className="flex min-h-6 items-center gap-1 text-[13px] text-muted">
        {href ? (
          <Link href={href} className="truncate after:absolute after:inset-0 hover:text-foreground">
            {label}
          </Link>
        ) : (
          <span className="truncate">{label}</span>
        )}
        {meaning && <Meaning label={label} text={meaning} />}
      </div>
      <div className="flex items-end justify-between gap-3">
        <p className="text-2xl leading-8 font-semibold tracking-tight tabular-nums">{value}</p>
        {chart}
      </div>
      {trend && <Trend {...trend} />}
      {note && <p className="mt-0.5 text-xs text-muted">{note}</p>}
    </div>
  );
}

/** Colour marks only a change for the worse. */
function Trend({ now, before, since, isGoodUp = true }: NonNullable<NumberTileProps['trend']>) {
  if (now === before) return <p className="mt-0.5 text-xs text-muted">{words.same({ since })}</p>;
  if (before === 0) return <p className="mt-0.5 text-xs text-muted">{words.noneBefore({ since })}</p>;
  const isUp = now > before;
  const share = percent(Math.abs(now - before) / before);
  const Arrow = isUp ? TrendingUp : TrendingDown;
  return (
    <p
      className={`mt-0.5 flex items-center gap-1 text-xs ${isGoodUp === 'either' || isUp === isGoodUp ? 'text-muted' : 'text-danger'}`}
    >
      <Arrow className="size-3.5" aria-hidden="true" />
      {isUp ? words.up({ share, since }) : words.down({ share, since })}
    </p>
  );
}

/** The definition of a number, where the number is. */
export const Meaning = ({ label, text }: { label: string; text: string }) => (
  <Popover.Root>
    <Popover.Trigger
      aria-label={words.whatIsThis({ label })}
      className="relative z-10 grid size-6 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-foreground"
    >
      <CircleHelp className="size-3.5" aria-hidden="true" />
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Content
        sideOffset={4}
        collisionPadding={12}
        className="z-50 max-w-72 animate-appear rounded-xl border bg-surface px-4 py-3 text-[13px] shadow-lifted"
      >
        {text}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);
