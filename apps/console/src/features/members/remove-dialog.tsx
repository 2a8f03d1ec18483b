import { toast } from '@/lib/toast';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useRemoveMember } from './queries';
import { words } from './words';

interface RemoveDialogProps {
  list: string;
  uid: string;
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RemoveDialog({ list, uid, name, open, onOpenChange }: RemoveDialogProps) {
  const remove = useRemoveMember(list);
  const confirm = () =>
    remove.mutateAsync(uid).then(() => {
      onOpenChange(false);
      toast.success(words.removed(name));
    }, toast.failure);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.removeTitle(name)}
      description={words.removeText}
      action={words.remove}
      busy={remove.isPending}
      onConfirm={() => void confirm()}
    />
  );
}
