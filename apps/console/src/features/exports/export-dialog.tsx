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
import { useExport, useStartExport } from './queries';
import { words } from './words';

/** Starts an export, follows it and offers its file. */
export function ExportDialog({ body, onClose }: { body: CreateExportBody; onClose: () => void }) {
  const [id, setId] = useState<string | null>(null);
  const start = useStartExport();
  const { data: view, error } = useExport(id);
  const state = view?.progress.state;
  const label = state === 'done' ? words.ready : state === 'failed' ? words.failed : words.preparing;
  const isOpen = state === 'queued' || state === 'running';
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.title} description={words.text}>
      {(start.error ?? error) && <FormError text={sayError(start.error ?? error)} />}
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
        />
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
              {state === 'failed' ? words.again : words.start}
            </Button>
          )
        )}
      </DialogActions>
    </Dialog>
  );
}
