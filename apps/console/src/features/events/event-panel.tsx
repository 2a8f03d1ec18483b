'use client';

import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { fullMoment } from '@/lib/format';
import type { FeedRow } from './feed';
import { Json } from './json';
import type { EventFilterState } from './use-event-filters';
import { words } from './words';

interface EventPanelProps {
  row: FeedRow | null;
  onClose: () => void;
  filters: EventFilterState;
}

/** The details next to the list, which stays live: a click on another row shows that one. */
export function EventPanel({ row, onClose, filters }: EventPanelProps) {
  return (
    <Dialog.Root modal={false} open={row !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-y-0 right-0 z-40 flex w-[27rem] max-w-full animate-slide flex-col border-l bg-surface shadow-lifted"
        >
          {row && <Content row={row} filters={filters} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({ row: { event }, filters }: { row: FeedRow; filters: EventFilterState }) {
  return (
    <>
      <div className="flex items-start gap-3 border-b px-5 py-4">
        <div className="min-w-0 flex-1">
          <p className="text-xs text-muted">{words.panel}</p>
          <Dialog.Title className="font-semibold tracking-tight break-words">{event.event}</Dialog.Title>
        </div>
        <Dialog.Close asChild>
          <Button variant="ghost" size="icon" aria-label={words.close}>
            <X />
          </Button>
        </Dialog.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        <dl className="grid gap-4 text-sm">
          <Entry label={words.person}>
            <span className="flex items-center gap-1">
              <span className="min-w-0 font-mono text-[13px] break-all">{event.uid}</span>
              <CopyButton text={event.uid} />
            </span>
          </Entry>
          <Entry label={words.happened}>
            {event.timestamp ? fullMoment(event.timestamp) : <span className="text-muted">{words.unsaid}</span>}
          </Entry>
          <Entry label={words.received}>{fullMoment(event.received_at)}</Entry>
        </dl>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => filters.only({ uid: event.uid })}>
            {words.onlyPerson}
          </Button>
          <Button variant="outline" size="sm" onClick={() => filters.only({ event: event.event })}>
            {words.onlyEvent}
          </Button>
        </div>
        <div className="mt-6 mb-2 flex items-center justify-between">
          <h3 className="text-xs font-medium text-muted">{words.payload}</h3>
          <CopyButton text={JSON.stringify(event, null, 2)} />
        </div>
        <Json value={{ value: event.value, properties: event.properties }} />
      </div>
    </>
  );
}

const Entry = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
);
