import { Info } from 'lucide-react';
import type { DomainDetail } from './queries';
import { RecordRow } from './record-row';
import { words } from './words';

const head = 'px-4 py-2.5 text-left text-xs font-medium text-muted first:pl-5';

/** A table on wide screens. On a phone each record is a card, but still a table for screen readers. */
export function DomainRecords({ domain }: { domain: DomainDetail }) {
  return (
    <section aria-labelledby="records">
      <h2 id="records" className="font-semibold tracking-tight">
        {words.records}
      </h2>
      <p className="mt-0.5 mb-4 text-sm text-muted">{words.recordsText}</p>
      <div className="overflow-hidden rounded-xl border bg-surface shadow-shade">
        <table role="table" className="block w-full text-sm md:table md:table-fixed">
          <caption className="sr-only">{words.records}</caption>
          <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
            <tr role="row">
              <th role="columnheader" scope="col" className={`${head} w-56`}>
                {words.record}
              </th>
              <th role="columnheader" scope="col" className={`${head} w-2/5`}>
                {words.host}
              </th>
              <th role="columnheader" scope="col" className={head}>
                {words.value}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup" className="block md:table-row-group">
            {domain.records.map((record) => (
              <RecordRow key={`${record.type} ${record.name}`} record={record} />
            ))}
          </tbody>
        </table>
      </div>
      {domain.notes.length > 0 && <Notes notes={domain.notes} />}
    </section>
  );
}

const Notes = ({ notes }: { notes: string[] }) => (
  <aside aria-label={words.notes} className="mt-4 flex gap-3 rounded-xl border bg-sunken/60 px-5 py-4 text-sm">
    <Info className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
    <ul className="grid min-w-0 gap-1.5 break-words text-muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  </aside>
);
