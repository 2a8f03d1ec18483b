import { X } from 'lucide-react';
import { useState } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useMay } from '@/features/session/use-may';
import { useUnsuppress } from './queries';
import { words } from './words';

/** Asks first: the cause of a suppression, such as a complaint, cannot be restored. */
export function RemoveButton({ address }: { address: string }) {
  const [asking, setAsking] = useState(false);
  const remove = useUnsuppress();
  const may = useMay('removeSuppression');
  const confirm = () =>
    remove.mutate(address, {
      onSuccess: () => {
        toast.success(words.removed(address));
        setAsking(false);
      },
      onError: toast.failure,
    });
  if (!may) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={words.removeOne(address)}
        title={words.remove}
        onClick={() => setAsking(true)}
      >
        <X />
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.removeTitle(address)}
        description={words.removeText}
        action={words.removeAction}
        busy={remove.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
