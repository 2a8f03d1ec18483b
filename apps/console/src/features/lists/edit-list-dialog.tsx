import type { ListView } from '@dundun/client';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { ListForm } from './list-form';
import { useUpdateList } from './queries';
import { words } from './words';

/** Changes a list. */
export function EditListDialog({ list, onClose }: { list: ListView; onClose: () => void }) {
  const update = useUpdateList(list.id);
  return (
    <Dialog open onOpenChange={onClose} title={words.editTitle}>
      <ListForm
        list={list}
        submit={words.save}
        save={async (body) => {
          await update.mutateAsync(body);
          toast.success(words.saved);
          onClose();
        }}
      />
    </Dialog>
  );
}
