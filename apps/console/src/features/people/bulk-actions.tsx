import dynamic from 'next/dynamic';
import { parseAsString, useQueryStates } from 'nuqs';
import { useId, useState } from 'react';
import { BulkBar } from '@/components/table/bulk-bar';
import { sizeOf, type SelectionState } from '@/components/table/selection';
import { Button } from '@/components/ui/button';
import { BulkJob } from './bulk-job';
import { usePeopleCount } from './bulk';
import { words } from './bulk-words';

const ListsDialog = dynamic(() => import('./lists-dialog').then(({ ListsDialog: loaded }) => loaded));
const ChooseManualDialog = dynamic(() =>
  import('@/features/segments/choose-manual-dialog').then(({ ChooseManualDialog: loaded }) => loaded),
);

/** A segment takes that many people by one call. */
const MOST_TO_SEGMENT = 1_000;

interface BulkActionsProps {
  selection: SelectionState;
  filter: { search?: string; list?: string; status?: 'subscribed' | 'pending' | 'unsubscribed'; match?: string };
  /** Whether the page shows everybody who matches. */
  isWhole: boolean;
}

const jobParsers = { job: parseAsString, undo: parseAsString };

/** What can be done with selected people, and the job that does it; the URL names the job, so that it is there after a reload. */
export function BulkActions({ selection, filter, isWhole }: BulkActionsProps) {
  const { data, isPending } = usePeopleCount(filter);
  const [asking, setAsking] = useState<'add' | 'remove' | null>(null);
  const [{ job, undo }, set] = useQueryStates(jobParsers, { history: 'replace' });
  const shown = undo ?? job;
  const [segment, setSegment] = useState<'add' | 'remove' | null>(null);
  const why = useId();
  const matching = data?.count ?? null;
  const chosen = selection.selection;
  const few = !chosen.all && chosen.ids.size <= MOST_TO_SEGMENT ? [...chosen.ids] : null;
  const who = chosen.all ? { ...filter, except: [...chosen.except] } : { uids: [...chosen.ids] };
  return (
    <>
      {shown && (
        <BulkJob
          key={shown}
          id={shown}
          isUndo={undo !== null}
          onUndo={(id) => void set({ job: null, undo: id })}
          onClose={() => void set({ job: null, undo: null })}
        />
      )}
      <BulkBar selection={selection} matching={matching} isWhole={isWhole || isPending}>
        <Button size="sm" onClick={() => setAsking('add')}>
          {words.addAction}
        </Button>
        <Button size="sm" variant="outline" onClick={() => setAsking('remove')}>
          {words.removeAction}
        </Button>
        {(['add', 'remove'] as const).map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant="outline"
            disabled={!few}
            aria-describedby={few ? undefined : why}
            onClick={() => setSegment(kind)}
          >
            {kind === 'add' ? words.addToSegment : words.removeFromSegment}
          </Button>
        ))}
        {!few && (
          <span id={why} className="text-xs text-muted">
            {chosen.all
              ? words.noSegmentOfAll({ most: MOST_TO_SEGMENT })
              : words.tooManyForSegment({ most: MOST_TO_SEGMENT })}
          </span>
        )}
      </BulkBar>
      {segment && few && (
        <ChooseManualDialog
          kind={segment}
          uids={few}
          onClose={() => setSegment(null)}
          onDone={() => {
            setSegment(null);
            selection.clear();
          }}
        />
      )}
      {asking && (
        <ListsDialog
          kind={asking}
          size={chosen.all && matching === null ? null : sizeOf(chosen, matching)}
          who={who}
          onClose={() => setAsking(null)}
          onQueued={(id) => {
            setAsking(null);
            void set({ job: id, undo: null });
            selection.clear();
          }}
        />
      )}
    </>
  );
}
