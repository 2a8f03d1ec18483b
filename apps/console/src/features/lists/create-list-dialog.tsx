import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import { Dialog } from '@/components/ui/dialog';
import { ListForm } from './list-form';
import { useCreateList } from './queries';
import { words } from './words';

export function CreateListDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const create = useCreateList();
  const change = (next: boolean) => {
    if (next) create.reset();
    onOpenChange(next);
  };
  return (
    <Dialog open={open} onOpenChange={change} title={words.create}>
      <ListForm
        submit={words.create}
        busy={create.isPending}
        error={create.error}
        onSubmit={(body) =>
          create.mutate(body, {
            onSuccess: (list) => {
              toast.success(words.created(list.title));
              onOpenChange(false);
              router.push(`/lists/${encodeURIComponent(list.id)}`);
            },
          })
        }
      />
    </Dialog>
  );
}
