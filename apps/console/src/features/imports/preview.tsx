import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { usePreview, type Settings } from './queries';
import { words } from './words';

const head = 'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-muted';
const cell = 'h-9 max-w-56 truncate px-3';

/** The first 20 rows as they will be stored. */
export function Preview({ id, settings }: { id: string; settings: Settings | null }) {
  const { data, isPlaceholderData } = usePreview(id, settings);
  if (!settings) return null;
  const rows = data?.data ?? [];
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  return (
    <Panel title={words.previewTitle}>
      {!data && <Skeleton className="m-4 h-40" />}
      {data && (
        <div
          className={cn('overflow-x-auto', isPlaceholderData && 'opacity-60')}
          tabIndex={0}
          role="region"
          aria-label={words.previewTitle}
        >
          <table className="w-full text-[13px]">
            <thead>
              <tr>
                <th scope="col" className={head}>
                  {words.line}
                </th>
                {names.map((name) => (
                  <th key={name} scope="col" className={head}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, values, fault }) => (
                <tr key={line} className="border-t">
                  <td className={cn(cell, 'text-muted tabular-nums')}>{line}</td>
                  {fault !== null ? (
                    <td className={cn(cell, 'max-w-none text-danger')} colSpan={Math.max(1, names.length)}>
                      {fault}
                    </td>
                  ) : (
                    names.map((name) => (
                      <td key={name} className={cell} dir="auto" title={String(values[name] ?? '')}>
                        {String(values[name] ?? '')}
                      </td>
                    ))
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
