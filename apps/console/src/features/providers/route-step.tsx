import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { words } from './words';

interface RouteStepProps {
  place: number;
  title: string;
  onUp?: () => void;
  onDown?: () => void;
  onDrop?: () => void;
}

/** The buttons keep their places, so that the focus stays when the first or last position is reached. */
export function RouteStep({ place, title, onUp, onDown, onDrop }: RouteStepProps) {
  return (
    <li className="flex items-center gap-3 border-t min-h-12 py-2 pr-3 pl-5 text-sm">
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full bg-tint text-xs font-semibold text-on-tint tabular-nums"
      >
        {place}
      </span>
      <span className="min-w-0 flex-1 truncate font-medium" title={title}>
        {title}
      </span>
      <span className="flex">
        {(onUp || onDown) && (
          <>
            <Button variant="ghost" size="icon" aria-label={words.up(title)} aria-disabled={!onUp} onClick={onUp}>
              <ArrowUp />
            </Button>
            <Button variant="ghost" size="icon" aria-label={words.down(title)} aria-disabled={!onDown} onClick={onDown}>
              <ArrowDown />
            </Button>
          </>
        )}
        {onDrop && (
          <Button variant="ghost" size="icon" aria-label={words.drop(title)} onClick={onDrop}>
            <X />
          </Button>
        )}
      </span>
    </li>
  );
}
