'use client';

import { Dialog } from '@/components/ui/dialog';
import { words } from './words';

/** The keys of the editor. */
export const KeySheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onOpenChange={onClose} title={words.keys}>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-[13px]">
      {words.keySheet.map(([keys, does]) => (
        <div key={keys} className="contents">
          <dt>
            <kbd className="rounded border bg-sunken px-1.5 py-0.5 font-mono text-xs">{keys}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
