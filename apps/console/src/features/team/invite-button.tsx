import { UserPlus } from 'lucide-react';
import { toast } from '@/lib/toast';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { useInvite, type Rights } from './queries';
import { RightsDialog } from './rights-dialog';
import { words } from './words';

const INITIAL: Rights = { role: 'marketer', lists: null };

/** Invites a member by mail. */
export function InviteButton() {
  const [open, setOpen] = useUrlDialog('invite');
  const invite = useInvite();
  const change = (next: boolean) => {
    invite.reset();
    setOpen(next);
  };
  const submit = (rights: Rights, form: FormData) => {
    const email = String(form.get('email') ?? '').trim();
    invite.mutate(
      { email, ...rights },
      {
        onSuccess: () => {
          toast.success(words.invited(email));
          change(false);
        },
      },
    );
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserPlus /> {words.invite}
      </Button>
      <RightsDialog
        open={open}
        onOpenChange={change}
        title={words.inviteTitle}
        description={words.inviteText}
        action={words.invite}
        initial={INITIAL}
        busy={invite.isPending}
        error={invite.error}
        onSubmit={submit}
      >
        <Field label={words.email}>
          {(control) => (
            <Input {...control} name="email" type="email" required maxLength={254} autoComplete="off" autoFocus />
          )}
        </Field>
      </RightsDialog>
    </>
  );
}
