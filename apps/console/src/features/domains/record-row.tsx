import { Badge, type Tone } from '@/components/ui/badge';
import { CopyButton } from '@/components/ui/copy-button';
import type { DomainRecord } from './queries';
import { words } from './words';

const TONES: Record<NonNullable<DomainRecord['status']>, Tone> = {
  ok: 'good',
  missing: 'wait',
  different: 'bad',
  error: 'neutral',
};

/** A value of this many characters may need scrolling, so it can receive the keyboard focus. */
const LONG = 80;

const cell = 'block px-5 pt-2 align-top first:pt-4 last:pb-4 md:table-cell md:px-4 md:py-4 md:first:pl-5';

export function RecordRow({ record }: { record: DomainRecord }) {
  const { type, name, value, purpose, key_state: keyState, required, note } = record;
  return (
    <tr role="row" className="block border-t first:border-t-0 md:table-row md:first:border-t">
      <td role="cell" className={cell}>
        <span className="font-medium">{words.purposes[purpose]}</span>
        <span className="mt-1 flex flex-wrap items-center gap-1.5">
          <Status status={record.status} />
          <span className="text-xs text-muted">
            {required ? words.required : words.optional}
            {keyState && `, ${words.keys[keyState]}`}
          </span>
        </span>
        <span className="mt-1.5 block text-xs text-muted">{note}</span>
      </td>
      <td role="cell" className={cell}>
        <Copyable head={words.host} text={name} label={words.copyHost(name)} />
        <p className="mt-1.5 text-xs text-muted">
          {words.type} <span className="font-mono font-medium text-foreground">{type}</span>
        </p>
      </td>
      <td role="cell" className={cell}>
        <Copyable head={words.value} text={value} label={words.copyValue(name)} />
        <Finding record={record} />
      </td>
    </tr>
  );
}

const Status = ({ status }: { status: DomainRecord['status'] }) =>
  status ? <Badge tone={TONES[status]}>{words.recordStatuses[status]}</Badge> : <Badge>{words.unchecked}</Badge>;

/** Shows its own header where that of the table is hidden. */
const Copyable = ({ head, text, label }: { head: string; text: string; label: string }) => (
  <>
    <span aria-hidden="true" className="mb-1 block text-xs text-muted md:hidden">
      {head}
    </span>
    <span className="flex items-start gap-1 rounded-lg bg-sunken py-0.5 pr-0.5 pl-2.5">
      <code
        tabIndex={text.length > LONG ? 0 : undefined}
        className="max-h-28 min-w-0 flex-1 overflow-y-auto py-1.5 font-mono text-xs leading-5 break-all"
      >
        {text}
      </code>
      <CopyButton text={text} label={label} className="hover:bg-line/60!" />
    </span>
  </>
);

/** Shows what was found instead, and what to do about it. */
function Finding({ record: { found, change, status } }: { record: DomainRecord }) {
  if (!change || status === 'ok') return null;
  return (
    <div className="mt-2 grid gap-1 text-[13px]">
      {found.length > 0 && (
        <p className="text-muted">
          {words.found}: <code className="font-mono text-xs break-all">{found.join(' · ')}</code>
        </p>
      )}
      <p className="font-medium break-words">{change}</p>
    </div>
  );
}
