'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { SidePanel } from '@/components/ui/side-panel';
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

/** The details of an event next to the list, which stays live. */
export function EventPanel({ row, onClose, filters }: EventPanelProps) {
  return (
    <SidePanel open={row !== null} onClose={onClose} kind={words.panel} title={row?.event.event}>
      {row && <Content row={row} filters={filters} />}
    </SidePanel>
  );
}

function Content({ row: { event }, filters }: { row: FeedRow; filters: EventFilterState }) {
  return (
    <>
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
    </>
  );
}

const Entry = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
);
