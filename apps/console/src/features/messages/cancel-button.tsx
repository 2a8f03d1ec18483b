import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { words as common } from '@/components/ui/words';
import { sayError } from '@/lib/say-error';
import { useCancelMessage } from './queries';
import { words } from './words';

export function CancelButton({ id }: { id: string }) {
  const cancel = useCancelMessage(id);
  const press = () =>
    cancel.mutate(undefined, {
      onSuccess: () => toast.success(words.canceled),
      onError: (error) => toast.error(common.somethingWrong, { description: sayError(error) }),
    });
  return (
    <Button variant="outline" busy={cancel.isPending} onClick={press}>
      {words.cancel}
    </Button>
  );
}
