import { daysOf, localDay, SEGMENT_LIMITS, startOfDay, type Duration, type Window } from '@dundun/domain';
import { useWorkspace } from '@/features/workspace/queries';
import { momentIn } from '@/lib/format';
import { Choice, DayBox, NumberBox, Words } from './fields';
import { words } from './words';

const UNITS = ['days', 'weeks', 'months'] as const;
type Unit = (typeof UNITS)[number];

interface DurationFieldProps {
  value: Duration;
  invalid?: boolean;
  onChange: (value: Duration) => void;
}

/** A number of days, weeks or months. */
export function DurationField({ value, invalid, onChange }: DurationFieldProps) {
  const [unit = 'days', count = NaN] = (Object.entries(value)[0] ?? []) as [Unit?, number?];
  const make = (of: Unit, number: number) => onChange({ [of]: number } as unknown as Duration);
  return (
    <>
      <NumberBox label={words.length} value={count} invalid={invalid} min={1} onChange={(next) => make(unit, next)} />
      <Choice
        label={words.unit}
        value={unit}
        options={UNITS.map((each) => [each, words.units[each]] as const)}
        onChange={(next) => make(next, count)}
      />
    </>
  );
}

type Kind = 'ever' | 'last' | 'before_last' | 'from' | 'between';

const KINDS: readonly Kind[] = ['ever', 'last', 'before_last', 'from', 'between'];
const MONTH: Duration = { days: 30 };
const today = () => new Date().toISOString().slice(0, 10);

function kindOf(window: Window | undefined): Kind {
  if (!window) return 'ever';
  if ('last' in window) return 'last';
  if ('before_last' in window) return 'before_last';
  return window.to === undefined ? 'from' : 'between';
}

function windowOf(kind: Kind, length: Duration, from: string): Window | undefined {
  if (kind === 'last') return { last: length };
  if (kind === 'before_last') return { before_last: length };
  if (kind === 'from') return { from };
  return kind === 'between' ? { from, to: today() } : undefined;
}

/** Returns the first instant of the days of a window; null while its length is not complete. */
export function beginOf(window: Window, zone: string, now: Date): Date | null {
  if (!('last' in window)) return null;
  const [length = NaN] = Object.values(window.last) as number[];
  if (!Number.isInteger(length) || length < 1 || length > SEGMENT_LIMITS.days) return null;
  const { from } = daysOf(window, localDay(now, zone));
  return from === undefined ? null : startOfDay(from, zone);
}

/** The last days include today: "the last day" begins at its midnight. */
function Begin({ window }: { window: Window }) {
  const { data: workspace } = useWorkspace();
  if (!workspace) return null;
  const begin = beginOf(window, workspace.time_zone, new Date());
  return begin && <Words>{words.begins(momentIn(begin, workspace.time_zone), workspace.time_zone)}</Words>;
}

interface WindowFieldProps {
  window: Window | undefined;
  invalid?: boolean;
  /** Whether all time is a choice. */
  isOptional?: boolean;
  onChange: (window: Window | undefined) => void;
}

/** When: in days of the workspace's calendar. */
export function WindowField({ window, invalid, isOptional = true, onChange }: WindowFieldProps) {
  const kind = kindOf(window);
  const length =
    window && 'last' in window ? window.last : window && 'before_last' in window ? window.before_last : MONTH;
  const from = window && 'from' in window ? window.from : today();
  const options = KINDS.filter((each) => isOptional || each !== 'ever').map(
    (each) => [each, words.windows[each]] as const,
  );
  return (
    <>
      <Choice
        label={words.when}
        value={kind}
        options={options}
        onChange={(next) => onChange(windowOf(next, length, from))}
      />
      {window && ('last' in window || 'before_last' in window) && (
        <DurationField
          value={length}
          invalid={invalid}
          onChange={(next) => onChange('last' in window ? { last: next } : { before_last: next })}
        />
      )}
      {window && <Begin window={window} />}
      {window && 'from' in window && (
        <>
          <DayBox
            label={words.valueFrom}
            value={window.from}
            invalid={invalid}
            onChange={(next) => onChange({ ...window, from: next })}
          />
          {window.to !== undefined && (
            <>
              <Words>{words.valueTo}</Words>
              <DayBox
                label={words.valueTo}
                value={window.to}
                invalid={invalid}
                onChange={(next) => onChange({ ...window, to: next })}
              />
            </>
          )}
        </>
      )}
    </>
  );
}
