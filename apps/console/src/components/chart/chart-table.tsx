import { count } from '@/lib/format';
import type { Series } from './scale';
import { words } from './words';

interface ChartTableProps {
  title: string;
  series: Series[];
  first: string;
  said: (iso: string) => string;
}

/** The numbers of a chart, newest first. */
export const ChartTable = ({ title, series, first, said }: ChartTableProps) => (
  <div tabIndex={0} className="max-h-60 overflow-auto rounded-lg border focus-visible:-outline-offset-2">
    <table className="w-full text-[13px]">
      <caption className="sr-only">{title}</caption>
      <thead className="sticky top-0 bg-surface">
        <tr>
          <th scope="col" className="px-3 py-1.5 text-left text-xs font-medium text-muted">
            {first}
          </th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="px-3 py-1.5 text-right text-xs font-medium text-muted">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(series[0]?.points ?? [])
          .map(({ at }, index) => (
            <tr key={at} className="border-t">
              <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
                {said(at)}
              </th>
              {series.map(({ name, points }) => {
                const value = points[index]?.value ?? null;
                return (
                  <td key={name} className="px-3 py-1 text-right">
                    {value === null ? words.unknown : count(value)}
                  </td>
                );
              })}
            </tr>
          ))
          .reverse()}
      </tbody>
    </table>
  </div>
);
