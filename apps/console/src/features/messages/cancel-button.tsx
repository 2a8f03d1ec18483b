import { toast } from '@/lib/toast';
import { Button } from '@/components/ui/button';
import { useCancelMessage } from './queries';
import { words } from './words';

export function CancelButton({ id }: { id: string }) {
  const cancel = useCancelMessage(id);
  const press = () =>
    cancel.mutate(undefined, {
      onSuccess: () => toast.success(words.canceled),
      onError: toast.failure,
    });
  return (
    <Button variant="outline" busy={cancel.isPending} onClick={press}>
      {words.cancel}
    </Button>
  );
}
