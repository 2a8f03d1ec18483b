import type { ListView } from '@dundun/client';
import { toast } from 'sonner';
import { Dialog } from '@/components/ui/dialog';
import { ListForm } from './list-form';
import { useUpdateList } from './queries';
import { words } from './words';

export function EditListDialog({ list, open, onClose }: { list: ListView; open: boolean; onClose: () => void }) {
  const update = useUpdateList(list.id);
  const close = () => {
    update.reset();
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={words.editTitle}>
      <ListForm
        list={list}
        submit={words.save}
        busy={update.isPending}
        error={update.error}
        onSubmit={(body) =>
          update.mutate(body, {
            onSuccess: () => {
              toast.success(words.saved);
              close();
            },
          })
        }
      />
    </Dialog>
  );
}
