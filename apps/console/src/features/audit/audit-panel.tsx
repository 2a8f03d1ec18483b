import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { SidePanel } from '@/components/ui/side-panel';
import { fullMoment } from '@/lib/format';
import { Who } from './columns';
import type { AuditEntry } from './queries';
import type { AuditFilters } from './use-audit-filters';
import { sayOperation, words } from './words';

interface AuditPanelProps {
  entry: AuditEntry | undefined;
  filters: AuditFilters;
  onClose: () => void;
}

/** A change: who, from where, and each field before and after. */
export const AuditPanel = ({ entry, filters, onClose }: AuditPanelProps) => (
  <SidePanel
    open={entry !== undefined}
    onClose={onClose}
    kind={words.panel}
    title={entry && sayOperation(entry.operation)}
  >
    {entry && <Content entry={entry} filters={filters} />}
  </SidePanel>
);

function Content({ entry, filters }: { entry: AuditEntry; filters: AuditFilters }) {
  const { actor_id: actorId, thing, thing_id: thingId } = entry;
  return (
    <>
      <dl className="grid gap-3.5 text-sm">
        <Fact label={words.when}>{fullMoment(entry.at)}</Fact>
        <Fact label={words.who}>
          <Who entry={entry} />
        </Fact>
        <Fact label={words.sayThing(thing)}>
          {entry.thing_name ?? <code className="font-mono text-[13px]">{thingId ?? '–'}</code>}
        </Fact>
        {entry.ip && (
          <Fact label={words.where}>
            <code className="font-mono text-[13px]">{entry.ip}</code>
          </Fact>
        )}
        {entry.user_agent && <Fact label={words.program}>{entry.user_agent}</Fact>}
        {entry.request_id && (
          <Fact label={words.request}>
            <span className="flex items-center gap-1">
              <code className="min-w-0 font-mono text-[13px] break-all">{entry.request_id}</code>
              <CopyButton text={entry.request_id} />
            </span>
          </Fact>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {thingId && (
          <Button variant="outline" size="sm" onClick={() => filters.only({ of: thingId, thing })}>
            {words.onlyThing}
          </Button>
        )}
        {actorId && (
          <Button variant="outline" size="sm" onClick={() => filters.only({ by: actorId })}>
            {words.onlyActor}
          </Button>
        )}
      </div>
      <h3 className="mt-6 mb-2 text-xs font-medium text-muted">{words.changes}</h3>
      {entry.changes.length === 0 && <p className="text-[13px] text-muted">{words.noChanges}</p>}
      <ul className="grid gap-2">
        {entry.changes.map(({ field, before, after }) => (
          <li key={field} className="min-w-0 rounded-xl border px-3.5 py-2.5 text-[13px]">
            <p className="font-medium">{words.sayField(field)}</p>
            <dl className="mt-1.5 grid grid-cols-[3.5rem_minmax(0,1fr)] gap-y-1">
              <dt className="text-muted">{words.before}</dt>
              <dd>
                <Value value={before} />
              </dd>
              <dt className="text-muted">{words.after}</dt>
              <dd>
                <Value value={after} />
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="text-muted">{words.none}</span>;
  if (value === '(hidden)') return <span className="text-muted">{words.hidden}</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return (
    <span dir="auto" className="font-mono text-xs break-words whitespace-pre-wrap">
      {text}
    </span>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="mt-0.5 break-words">{children}</dd>
  </div>
);
