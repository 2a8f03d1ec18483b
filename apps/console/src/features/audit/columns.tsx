import type { Column } from '@/components/table/columns';
import { Ago } from '@/components/ui/moment';
import type { AuditEntry } from './queries';
import { sayOperation, words } from './words';

/** @param onOpen shows an entry in the panel */
export const columnsOf = (onOpen: (id: string) => void): Column<AuditEntry>[] => [
  {
    id: 'what',
    header: words.what,
    cell: ({ row }) => <What entry={row.original} onOpen={() => onOpen(row.original.id)} />,
    meta: { className: 'w-full max-w-0 sm:w-1/2' },
  },
  {
    id: 'thing',
    header: words.thing,
    cell: ({ row }) => <span className="text-muted">{words.sayThing(row.original.thing)}</span>,
    meta: { className: 'hidden whitespace-nowrap lg:table-cell' },
  },
  {
    id: 'who',
    header: words.who,
    cell: ({ row }) => <Who entry={row.original} />,
    meta: { className: 'hidden max-w-64 truncate sm:table-cell' },
  },
  {
    id: 'when',
    header: words.when,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.at} />
      </span>
    ),
    meta: { className: 'whitespace-nowrap' },
  },
];

/** The name is that at the time of the change. */
export const Who = ({ entry: { actor, actor_name: name } }: { entry: AuditEntry }) => (
  <span title={name ?? undefined}>
    {name ?? words.actorOne[actor]}
    {actor === 'key' && name !== null && <span className="text-muted"> · {words.actorOne.key}</span>}
  </span>
);

/** The button covers its row. */
const What = ({ entry, onOpen }: { entry: AuditEntry; onOpen: () => void }) => (
  <div className="min-w-0">
    <button
      type="button"
      data-opens
      onClick={onOpen}
      className="flex max-w-full items-baseline gap-2 text-left font-medium after:absolute after:inset-0"
    >
      <span className="shrink-0">{sayOperation(entry.operation)}</span>
      {entry.thing_name && (
        <span dir="auto" className="min-w-0 truncate font-normal text-muted" title={entry.thing_name}>
          {entry.thing_name}
        </span>
      )}
    </button>
    <div className="truncate text-[13px] text-muted sm:hidden">
      <Who entry={entry} />
    </div>
  </div>
);
