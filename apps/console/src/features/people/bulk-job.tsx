import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { JobProgress } from '@/components/ui/job-progress';
import { sayError } from '@/lib/say-error';
import { useBulkJob, useUndo } from './bulk';
import { words } from './bulk-words';

interface BulkJobProps {
  id: string;
  isUndo: boolean;
  onUndo: (jobId: string) => void;
  onClose: () => void;
}

/** How far a change of lists is; when it is over, it can be undone. */
export function BulkJob({ id, isUndo, onUndo, onClose }: BulkJobProps) {
  const { data: job } = useBulkJob(id);
  const undo = useUndo();
  if (!job) return null;
  const of = (name: string) => job.counts[name] ?? 0;
  const said = isUndo
    ? words.undoneCounts({ undone: of('undone'), kept: of('kept') })
    : words.changedCounts({ joined: of('joined') + of('pending'), removed: of('removed'), kept: of('kept_away') });
  const isOver = job.ended_at !== null;
  return (
    <div className="mb-4">
      <JobProgress
        label={isUndo ? words.undoing : words.changing}
        state={job.state}
        total={job.total}
        done={job.done}
        failed={job.failed}
        note={undo.error ? sayError(undo.error) : isOver ? (job.failure ?? said) : null}
      >
        {isOver && !isUndo && (
          <Button
            variant="outline"
            size="sm"
            busy={undo.isPending}
            onClick={() => undo.mutate(id, { onSuccess: (next) => onUndo(next.id) })}
          >
            {words.undo}
          </Button>
        )}
        {isOver && (
          <Button variant="ghost" size="icon" aria-label={words.close} onClick={onClose}>
            <X />
          </Button>
        )}
      </JobProgress>
    </div>
  );
}
