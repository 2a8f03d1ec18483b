import type { ImportView } from '@dundun/client';
import { Input, Select } from '@/components/ui/input';
import { withTarget, type Rule } from './mapping';
import { words } from './words';

interface ColumnRowsProps {
  columns: ImportView['columns'];
  rules: Rule[];
  onChange: (rules: Rule[]) => void;
}

/** A line for each column of the file: its first values, and what it becomes. */
export const ColumnRows = ({ columns, rules, onChange }: ColumnRowsProps) => (
  <ul className="divide-y">
    {columns.map(({ header, samples }, place) => {
      const rule = rules[place] ?? { to: 'skip' as const };
      const name = header || words.unnamed({ n: place + 1 });
      const change = (part: Partial<Rule>) =>
        onChange(rules.map((each, at) => (at === place ? { ...each, ...part } : each)));
      return (
        <li
          key={`${place} ${header}`}
          className="grid items-center gap-x-4 gap-y-2 px-4 py-2.5 md:grid-cols-[1fr_1fr_2fr]"
        >
          <bdi
            className={`min-w-0 truncate text-[13px] font-medium ${rule.to === 'skip' ? 'text-muted' : ''}`}
            title={name}
          >
            {name}
          </bdi>
          <bdi className="min-w-0 truncate text-[13px] text-muted" title={samples.join(', ')}>
            {samples.join(', ') || '–'}
          </bdi>
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            <Select
              aria-label={words.becomesOf({ column: name })}
              value={rule.to}
              onChange={(event) => onChange(withTarget(rules, place, event.target.value as Rule['to'], header))}
              className="max-sm:col-span-2"
            >
              {Object.entries(words.targets).map(([to, text]) => (
                <option key={to} value={to}>
                  {text}
                </option>
              ))}
            </Select>
            {rule.to === 'attribute' && (
              <>
                {rule.type !== 'json' && (
                  <Input
                    aria-label={words.attributeName({ column: name })}
                    value={rule.name ?? ''}
                    maxLength={50}
                    required
                    onChange={(event) => change({ name: event.target.value })}
                  />
                )}
                <Select
                  aria-label={words.valueType({ column: name })}
                  value={rule.type ?? 'text'}
                  onChange={(event) => change({ type: event.target.value as Rule['type'], name: rule.name ?? header })}
                >
                  {Object.entries(words.types).map(([type, text]) => (
                    <option key={type} value={type}>
                      {text}
                    </option>
                  ))}
                </Select>
              </>
            )}
          </div>
        </li>
      );
    })}
  </ul>
);
