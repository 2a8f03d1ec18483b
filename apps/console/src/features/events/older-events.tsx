import { Button } from '@/components/ui/button';
import { words } from './words';

interface OlderEventsProps {
  /** Whether there may be older events. */
  more: boolean;
  busy: boolean;
  onShow: () => void;
}

export function OlderEvents({ more, busy, onShow }: OlderEventsProps) {
  return (
    <div className="mt-4 flex justify-center text-[13px] text-muted">
      {more ? (
        <Button variant="outline" size="sm" busy={busy} onClick={onShow}>
          {words.older}
        </Button>
      ) : (
        words.noOlder
      )}
    </div>
  );
}
