import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { cn } from '@/lib/cn';
import { Button } from '@/components/ui/button';
import { words } from './words';

interface RouteStepProps {
  /** Steps move within their own route only. */
  route: string;
  place: number;
  title: string;
  onUp?: () => void;
  onDown?: () => void;
  onDrop?: () => void;
  /** Called with the place of the step that was dragged here. */
  onDragged: (from: number) => void;
}

const TYPE = 'application/x-route-step';

/** The buttons keep their places, so that the focus stays when the first or last position is reached. */
export function RouteStep({ route, place, title, onUp, onDown, onDrop, onDragged }: RouteStepProps) {
  const [isOver, setOver] = useState(false);
  const type = `${TYPE}-${route}`;
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(type)) return;
    event.preventDefault();
    setOver(true);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDragged(Number(event.dataTransfer.getData(type)));
  };
  return (
    <li
      draggable={onUp !== undefined || onDown !== undefined}
      onDragStart={(event) => event.dataTransfer.setData(type, String(place - 1))}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={cn(
        'flex min-h-12 items-center gap-3 border-t py-2 pr-3 pl-4 text-sm',
        (onUp || onDown) && 'cursor-grab active:cursor-grabbing',
        isOver && 'bg-tint/60',
      )}
    >
      {(onUp || onDown) && <GripVertical className="-mr-1 size-4 shrink-0 text-muted" aria-hidden="true" />}
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
