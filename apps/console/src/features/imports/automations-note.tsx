import Link from 'next/link';
import { TriangleAlert, Workflow, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel } from '@/components/ui/panel';
import { useImportAutomations, type ImportAutomation } from './queries';
import { words } from './words';

const ORDER = ['now', 'never', 'later'] as const;
const ICONS: Record<ImportAutomation['starts'], LucideIcon> = { now: TriangleAlert, never: Workflow, later: Workflow };

/** Says, before anything is written, which automations the import starts and which it does not. */
export function AutomationsNote({ lists }: { lists: string[] }) {
  const { data } = useImportAutomations(lists);
  if (!data) return null;
  const shown = ORDER.map((starts) => ({ starts, all: data.filter((each) => each.starts === starts) }));
  return (
    <Panel title={words.automations}>
      <div className="grid gap-2 px-4 py-3 text-[13px]">
        {data.length === 0 && <p className="text-muted">{words.startsNothing}</p>}
        {shown.map(
          ({ starts, all }) =>
            all.length > 0 && (
              <Line key={starts} icon={ICONS[starts]} isWarning={starts === 'now'}>
                {words.starts[starts]} <Names of={all} />
              </Line>
            ),
        )}
      </div>
    </Panel>
  );
}

interface LineProps {
  icon: LucideIcon;
  isWarning: boolean;
  children: ReactNode;
}

const Line = ({ icon: Icon, isWarning, children }: LineProps) => (
  <p className="flex gap-2">
    <Icon className={`mt-0.5 size-4 shrink-0 ${isWarning ? 'text-wait' : 'text-muted'}`} aria-hidden="true" />
    <span className="min-w-0">{children}</span>
  </p>
);

const Names = ({ of }: { of: readonly ImportAutomation[] }) =>
  of.map(({ id, name }, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <Link
        href={`/automations/${encodeURIComponent(id)}`}
        prefetch={false}
        dir="auto"
        className="font-medium underline underline-offset-4"
      >
        {name}
      </Link>
    </span>
  ));
