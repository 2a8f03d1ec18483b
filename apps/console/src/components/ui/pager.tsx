import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button';
import { words } from './words';

interface PagerProps {
  newer: string | null;
  older: string | null;
  onNewer: (cursor: string) => void;
  onOlder: (cursor: string) => void;
}

/** Buttons to newer and older rows; nothing when there is only one page. */
export function Pager({ newer, older, onNewer, onOlder }: PagerProps) {
  if (!newer && !older) return null;
  return (
    <nav aria-label={words.pages} className="mt-4 flex justify-end gap-2">
      <Button variant="outline" size="sm" disabled={!newer} onClick={() => newer && onNewer(newer)}>
        <ChevronLeft /> {words.newer}
      </Button>
      <Button variant="outline" size="sm" disabled={!older} onClick={() => older && onOlder(older)}>
        {words.older} <ChevronRight />
      </Button>
    </nav>
  );
}
