'use client';

import type { CreateExportBody } from '@dundun/client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { JobProgress } from '@/components/ui/job-progress';
import { bytes } from '@/lib/format';
import { sayError } from '@/lib/say-error';
import { DownloadLink } from './download-link';
import { useCancelExport, useExport, useStartExport } from './queries';
import { words } from './words';

const LABELS = {
  ...{ queued: words.preparing, running: words.preparing, paused: words.preparing },
  ...{ done: words.ready, failed: words.failed, canceled: words.canceled },
};

/** Starts an export, follows it and offers its file. */
export function ExportDialog({ body, onClose }: { body: CreateExportBody; onClose: () => void }) {
  const [id, setId] = useState<string | null>(null);
  const start = useStartExport();
  const cancel = useCancelExport();
  const { data: view, error } = useExport(id);
  const state = view?.progress.state;
  const label = LABELS[state ?? 'queued'];
  const fault = start.error ?? cancel.error ?? error;
  const isOpen = state === 'queued' || state === 'running';
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.title} description={words.text}>
      {fault && <FormError text={sayError(fault)} />}
      {view && (
        <JobProgress
          label={label}
          state={view.progress.state}
          total={view.progress.total}
          done={view.progress.done}
          note={
            view.progress.failure ??
            (isOpen
              ? `${words.rowsSoFar({ n: view.progress.done })} ${words.leave}`
              : words.rowsInAll({ n: view.progress.done, size: bytes(view.bytes) }))
          }
        >
          {isOpen && (
            <Button variant="outline" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate(view.id)}>
              {words.stop}
            </Button>
          )}
        </JobProgress>
      )}
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {view ? words.close : words.cancel}
        </Button>
        {view?.file ? (
          <DownloadLink file={view.file} />
        ) : (
          !isOpen && (
            <Button busy={start.isPending} onClick={() => start.mutate(body, { onSuccess: (made) => setId(made.id) })}>
              {view ? words.again : words.start}
            </Button>
          )
        )}
      </DialogActions>
    </Dialog>
  );
}
