import type { ListView } from '@dundun/client';
import { toast } from '@/lib/toast';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useArchiveList } from './queries';
import { words } from './words';

interface ArchiveDialogProps {
  list: ListView;
  open: boolean;
  onClose: () => void;
  onArchived?: () => void;
}

export function ArchiveDialog({ list, open, onClose, onArchived }: ArchiveDialogProps) {
  const archive = useArchiveList();
  const confirm = () =>
    archive.mutate(list.id, {
      onSuccess: () => {
        toast.success(words.archived(list.title));
        onClose();
        onArchived?.();
      },
      onError: toast.failure,
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={words.archiveTitle(list.title)}
      description={words.archiveText}
      action={words.archiveAction}
      busy={archive.isPending}
      onConfirm={confirm}
    />
  );
}
