import { Inbox, SearchX } from 'lucide-react';
import Link from 'next/link';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo, type ReactNode } from 'react';
import type { Column } from '@/components/table/columns';
import { PagedTable } from '@/components/table/paged-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { Ago } from '@/components/ui/moment';
import { SidePanel, usePanel } from '@/components/ui/side-panel';
import { profilePath } from '@/features/people/person-name';
import { May } from '@/features/session/may';
import { fullMoment } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useCursors } from '@/lib/use-cursors';
import { STATES, useRetry, useRetryAll, useSourceEvents, type SourceEvent } from './queries';
import { words } from './words';

interface SourceEventsProps {
  id: string;
  /** Puts a received payload into the editor of the mapping, if the source has one. */
  onUse?: (payload: string) => void;
}

/** What a source received, newest first, and what became of it. */
export function SourceEvents({ id, onUse }: SourceEventsProps) {
  const cursors = useCursors();
  const [state, setState] = useQueryState('state', parseAsStringLiteral(STATES).withOptions({ history: 'push' }));
  const query = useSourceEvents(id, { ...(state && { state }), ...cursors.query });
  const retryAll = useRetryAll(id);
  const { shown, show, close } = usePanel('event');
  const columns = useMemo(() => columnsOf(show), [show]);
  const isEmpty = query.data?.data.length === 0 && cursors.isFirst;
  const isNew = isEmpty && !state && !query.isPlaceholderData;
  const choose = (next: string) => {
    cursors.reset();
    void setState(STATES.find((each) => each === next) ?? null);
  };
  const retry = () =>
    void retryAll.mutateAsync().then(({ retried }) => toast.success(words.retriedAll({ n: retried })), toast.failure);
  return (
    <section aria-labelledby="events" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="events" className="text-sm font-semibold tracking-tight">
          {words.events}
        </h2>
        {!isNew && (
          <div className="flex flex-wrap gap-2">
            <Select
              aria-label={words.filter}
              value={state ?? ''}
              onChange={(event) => choose(event.target.value)}
              className="w-36"
            >
              <option value="">{words.allStates}</option>
              {STATES.map((each) => (
                <option key={each} value={each}>
                  {words.states[each]}
                </option>
              ))}
            </Select>
            <May call="retrySourceEvents">
              <Button variant="outline" busy={retryAll.isPending} onClick={retry}>
                {words.retryAll}
              </Button>
            </May>
          </div>
        )}
      </div>
      <PagedTable
        caption={words.events}
        columns={columns}
        query={query}
        rowId={({ event_id }) => event_id}
        cursors={cursors}
        isEmpty={isEmpty}
        empty={
          isNew ? (
            <EmptyState icon={Inbox} title={words.noEvents} text={words.noEventsText} />
          ) : (
            <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
              <Button variant="outline" onClick={() => choose('')}>
                {words.showAll}
              </Button>
            </EmptyState>
          )
        }
      />
      <EventPanel
        id={id}
        event={query.data?.data.find(({ event_id }) => event_id === shown)}
        onClose={close}
        onUse={onUse}
      />
    </section>
  );
}

/** Colour marks only what needs a look. */
const State = ({ state }: { state: SourceEvent['state'] }) =>
  state === 'failed' || state === 'parked' ? (
    <Badge tone={state === 'failed' ? 'bad' : 'wait'}>{words.states[state]}</Badge>
  ) : (
    <span className="text-muted">{words.states[state]}</span>
  );

const columnsOf = (onOpen: (id: string) => void): Column<SourceEvent>[] => [
  {
    id: 'event',
    header: words.event,
    cell: ({ row: { original } }) => (
      <button
        type="button"
        data-opens
        dir="auto"
        onClick={() => onOpen(original.event_id)}
        className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
      >
        {original.event ?? <span className="font-mono text-xs font-normal">{original.event_id}</span>}
      </button>
    ),
    meta: { className: 'w-1/3 max-w-0' },
  },
  {
    id: 'state',
    header: words.state,
    cell: ({ row }) => <State state={row.original.state} />,
    meta: { className: 'whitespace-nowrap' },
  },
  {
    id: 'reason',
    header: words.reason,
    cell: ({ row: { original } }) => (
      <span className="block truncate text-muted" title={original.reason ?? undefined}>
        {original.reason}
      </span>
    ),
    meta: { className: 'hidden w-1/3 max-w-0 md:table-cell' },
  },
  {
    id: 'received',
    header: words.received,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.received_at} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
];

interface EventPanelProps extends SourceEventsProps {
  event: SourceEvent | undefined;
  onClose: () => void;
}

const EventPanel = ({ event, onClose, ...props }: EventPanelProps) => (
  <SidePanel
    open={event !== undefined}
    onClose={onClose}
    kind={words.panel}
    title={event && (event.event ?? event.event_id)}
  >
    {event && <Content event={event} {...props} />}
  </SidePanel>
);

function Content({ id, event, onUse }: SourceEventsProps & { event: SourceEvent }) {
  const retry = useRetry(id);
  const again = () => void retry.mutateAsync(event.event_id).then(() => toast.success(words.retried), toast.failure);
  return (
    <div className="grid gap-4 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <State state={event.state} />
        {(event.state === 'failed' || event.state === 'parked') && (
          <May call="retrySourceEvent">
            <Button variant="outline" size="sm" busy={retry.isPending} onClick={again}>
              {words.retry}
            </Button>
          </May>
        )}
        {onUse && (
          <Button variant="outline" size="sm" onClick={() => onUse(event.payload)}>
            {words.useInMapping}
          </Button>
        )}
      </div>
      {event.reason && <p className="break-words">{event.reason}</p>}
      <dl className="grid gap-3">
        {event.uid && (
          <Fact label={words.person}>
            <Link href={profilePath(event.uid)} className="font-medium break-all underline underline-offset-4">
              {event.uid}
            </Link>
          </Fact>
        )}
        <Fact label={words.id}>
          <code className="font-mono text-xs break-all">{event.event_id}</code>
        </Fact>
        <Fact label={words.received}>{fullMoment(event.received_at)}</Fact>
        <Fact label={words.attempts}>{event.attempts}</Fact>
        {event.notices.length > 0 && <Fact label={words.notices}>{event.notices.join(' · ')}</Fact>}
      </dl>
      <section>
        <div className="mb-2 flex items-center justify-between">
          <h3 className="text-xs font-medium text-muted">{words.payload}</h3>
          <CopyButton text={event.payload} />
        </div>
        <pre
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-xl border bg-sunken px-4 py-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
        >
          {event.payload}
        </pre>
      </section>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="mt-0.5 break-words">{children}</dd>
  </div>
);
