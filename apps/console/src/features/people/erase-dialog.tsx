import { useRouter } from 'next/navigation';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/lib/toast';
import { callName } from './person-name';
import { useErase, type Person } from './queries';
import { words } from './words';

/** Says what goes, what stays and why, and asks to type the address of the person. */
export function EraseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const router = useRouter();
  const erase = useErase(person.uid);
  const name = callName(person, person.uid);
  const confirm = () =>
    erase.mutate(undefined, {
      onSuccess: () => {
        toast.success(words.erased({ name }));
        router.push('/people');
      },
      onError: toast.failure,
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.eraseTitle({ name })}
      description={words.eraseText}
      typed={person.email ?? person.uid}
      action={words.eraseAction}
      busy={erase.isPending}
      onConfirm={confirm}
    >
      <dl className="mt-3 grid gap-2 text-[13px]">
        <div>
          <dt className="font-medium">{words.eraseGone}</dt>
          <dd className="text-muted">{words.eraseGoneText}</dd>
        </div>
        <div>
          <dt className="font-medium">{words.eraseStays}</dt>
          <dd className="text-muted">{words.eraseStaysText}</dd>
        </div>
      </dl>
    </ConfirmDialog>
  );
}
