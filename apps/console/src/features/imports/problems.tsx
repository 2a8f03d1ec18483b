import type { ImportView } from '@dundun/client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { useProblems } from './queries';
import { words } from './words';

const head = 'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-muted';

/** Rows of the file that are wrong, doubtful or were not imported. */
export function Problems({ view: { id, state } }: { view: ImportView }) {
  const [after, setAfter] = useState(0);
  const { data } = useProblems(id, state, after);
  if (!data || (data.data.length === 0 && after === 0)) return null;
  const last = data.data.at(-1)?.line ?? 0;
  return (
    <Panel
      title={words.attention}
      aside={state === 'checked' && <span className="text-[13px] text-muted">{words.firstRows}</span>}
    >
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={words.attention}>
        <table className="w-full text-[13px]">
          <thead>
            <tr>
              <th scope="col" className={head}>
                {words.line}
              </th>
              <th scope="col" className={head}>
                {words.reason}
              </th>
              <th scope="col" className={head}>
                {words.record}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.data.map(({ line, column, reason, address, record }) => (
              <tr key={line} className="border-t">
                <td className="h-9 px-3 text-muted tabular-nums">{line}</td>
                <td className="h-9 px-3">
                  <bdi className="font-medium">{column ?? address ?? words.record}</bdi> {reason}
                </td>
                <td className="h-9 max-w-sm truncate px-3 text-muted" dir="auto" title={record.join(', ')}>
                  {record.join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.has_more && (
        <div className="border-t p-2 text-center">
          <Button variant="ghost" size="sm" onClick={() => setAfter(last)}>
            {words.more}
          </Button>
        </div>
      )}
    </Panel>
  );
}
