import { Pause, Play } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import { words } from './words';

interface LiveSwitchProps {
  paused: boolean;
  failing: boolean;
  onChange: (paused: boolean) => void;
}

/** Shows whether new events are loaded, with a button to pause. */
export function LiveSwitch({ paused, failing, onChange }: LiveSwitchProps) {
  const state = paused ? words.paused : failing ? words.stopped : words.live;
  const isLive = !paused && !failing;
  return (
    <div className="flex items-center gap-3">
      <span
        role="status"
        className={cn('flex items-center gap-2 text-sm font-medium', isLive ? 'text-good' : 'text-muted')}
      >
        <span aria-hidden="true" className="relative flex size-2">
          {isLive && <span className="absolute size-full animate-ping rounded-full bg-current opacity-60" />}
          <span className="size-2 rounded-full bg-current" />
        </span>
        {state}
      </span>
      <Button variant="outline" onClick={() => onChange(!paused)}>
        {paused ? <Play /> : <Pause />} {paused ? words.resume : words.pause}
      </Button>
    </div>
  );
}
