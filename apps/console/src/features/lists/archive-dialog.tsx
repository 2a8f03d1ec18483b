import type { ListView } from '@dundun/client';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import { toast } from '@/lib/toast';
import { useListArchive, useOpenArchive } from './queries';
import { words } from './words';

/** Whether everybody may read the campaigns of a list, and where. */
export function ArchiveDialog({ list, onClose }: { list: ListView; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useListArchive(list.id);
  const open = useOpenArchive(list.id);
  return (
    <Dialog open onOpenChange={onClose} title={words.publicArchive} description={words.publicArchiveText}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data && (
        <div className="grid gap-3 text-sm">
          <label className="flex items-center justify-between gap-3">
            {words.publicArchiveOpen}
            <Switch
              checked={data.is_public}
              disabled={open.isPending}
              aria-label={words.publicArchiveOpen}
              onCheckedChange={(on) => void open.mutateAsync(on).catch(toast.failure)}
            />
          </label>
          {data.is_public && (
            <a href={data.url} target="_blank" rel="noreferrer" className="break-all text-primary hover:underline">
              {data.url}
            </a>
          )}
        </div>
      )}
    </Dialog>
  );
}
