import { useRouter } from 'next/navigation';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { ListForm } from './list-form';
import { useCreateList } from './queries';
import { words } from './words';

/** Creates a list and opens it. */
export function CreateListDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const create = useCreateList();
  return (
    <Dialog open onOpenChange={onClose} title={words.create}>
      <ListForm
        submit={words.create}
        save={async (body) => {
          const list = await create.mutateAsync(body);
          toast.success(words.created(list.title));
          router.push(`/lists/${encodeURIComponent(list.id)}`);
        }}
      />
    </Dialog>
  );
}
