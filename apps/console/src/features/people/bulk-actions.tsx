import dynamic from 'next/dynamic';
import { useState } from 'react';
import { BulkBar } from '@/components/table/bulk-bar';
import { sizeOf, type SelectionState } from '@/components/table/selection';
import { Button } from '@/components/ui/button';
import { BulkJob } from './bulk-job';
import { usePeopleCount } from './bulk';
import { words } from './bulk-words';

const ListsDialog = dynamic(() => import('./lists-dialog').then(({ ListsDialog: loaded }) => loaded));

interface BulkActionsProps {
  selection: SelectionState;
  filter: { search?: string; list?: string; status?: 'subscribed' | 'pending' | 'unsubscribed'; match?: string };
  /** Whether the page shows everybody who matches. */
  isWhole: boolean;
}

/** What can be done with selected people, and the job that does it. */
export function BulkActions({ selection, filter, isWhole }: BulkActionsProps) {
  const { data, isPending } = usePeopleCount(filter);
  const [asking, setAsking] = useState<'add' | 'remove' | null>(null);
  const [job, setJob] = useState<{ id: string; isUndo: boolean } | null>(null);
  const matching = data?.count ?? null;
  const chosen = selection.selection;
  const who = chosen.all ? { ...filter, except: [...chosen.except] } : { uids: [...chosen.ids] };
  return (
    <>
      {job && (
        <BulkJob key={job.id} {...job} onUndo={(id) => setJob({ id, isUndo: true })} onClose={() => setJob(null)} />
      )}
      <BulkBar selection={selection} matching={matching} isWhole={isWhole || isPending}>
        <Button size="sm" onClick={() => setAsking('add')}>
          {words.addAction}
        </Button>
        <Button size="sm" variant="outline" onClick={() => setAsking('remove')}>
          {words.removeAction}
        </Button>
      </BulkBar>
      {asking && (
        <ListsDialog
          kind={asking}
          size={chosen.all && matching === null ? null : sizeOf(chosen, matching)}
          who={who}
          onClose={() => setAsking(null)}
          onQueued={(id) => {
            setAsking(null);
            setJob({ id, isUndo: false });
            selection.clear();
          }}
        />
      )}
    </>
  );
}
