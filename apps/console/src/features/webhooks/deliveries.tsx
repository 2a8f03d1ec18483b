import { Inbox, SearchX } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import type { Column } from '@/components/table/columns';
import { PagedTable } from '@/components/table/paged-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Ago } from '@/components/ui/moment';
import { Segmented } from '@/components/ui/segmented';
import { usePanel } from '@/components/ui/side-panel';
import { useCursors } from '@/lib/use-cursors';
import { DeliveryPanel, DeliveryState } from './delivery-panel';
import { STATES, useDeliveries, type Delivery } from './queries';
import { words } from './words';

/** The deliveries of a webhook, newest first, each with its calls in a panel. */
export function Deliveries({ id }: { id: string }) {
  const cursors = useCursors();
  const [state, setState] = useQueryState('state', parseAsStringLiteral(STATES).withOptions({ history: 'push' }));
  const query = useDeliveries(id, { ...(state && { state }), ...cursors.query });
  const { shown, show, close } = usePanel('delivery');
  const columns = useMemo(() => columnsOf(show), [show]);
  const isEmpty = query.data?.data.length === 0 && cursors.isFirst;
  const isNew = isEmpty && !state && !query.isPlaceholderData;
  const choose = (next: string) => {
    cursors.reset();
    void setState(STATES.find((each) => each === next) ?? null);
  };
  return (
    <section aria-labelledby="deliveries" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="deliveries" className="text-sm font-semibold tracking-tight">
            {words.deliveries}
          </h2>
          <p className="text-[13px] text-muted">{words.deliveriesText}</p>
        </div>
        {!isNew && (
          <Segmented
            label={words.filter}
            value={state ?? 'all'}
            options={[
              { value: 'all', label: words.allStates },
              ...STATES.map((each) => ({ value: each, label: words.states[each] ?? each })),
            ]}
            onChange={choose}
          />
        )}
      </div>
      <PagedTable
        caption={words.deliveries}
        columns={columns}
        query={query}
        rowId={(row) => row.id}
        cursors={cursors}
        isEmpty={isEmpty}
        empty={
          isNew ? (
            <EmptyState icon={Inbox} title={words.noDeliveries} text={words.noDeliveriesText} />
          ) : (
            <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
              <Button variant="outline" onClick={() => choose('all')}>
                {words.showAll}
              </Button>
            </EmptyState>
          )
        }
      />
      <DeliveryPanel id={id} shown={shown} onClose={close} />
    </section>
  );
}

const columnsOf = (onOpen: (id: string) => void): Column<Delivery>[] => [
  {
    id: 'type',
    header: words.type,
    cell: ({ row: { original } }) => (
      <button
        type="button"
        data-opens
        onClick={() => onOpen(original.id)}
        className="block max-w-full truncate text-left font-mono text-xs after:absolute after:inset-0"
      >
        {original.type}
      </button>
    ),
    meta: { className: 'w-1/3' },
  },
  {
    id: 'state',
    header: words.result,
    cell: ({ row }) => <DeliveryState state={row.original.state} />,
    meta: { className: 'whitespace-nowrap' },
  },
  {
    id: 'answer',
    header: words.attempts,
    cell: ({ row: { original } }) => (
      <span className="block truncate text-muted" title={original.error ?? undefined}>
        {original.attempts} · {original.status ?? original.error ?? words.noAnswer}
      </span>
    ),
    meta: { className: 'hidden w-1/3 max-w-0 md:table-cell' },
  },
  {
    id: 'at',
    header: words.at,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.created_at} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
];
