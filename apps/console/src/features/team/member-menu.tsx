import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu, MenuItem, MenuLine } from '@/components/ui/menu';
import { May } from '@/features/session/may';
import { useChangeRights, useEndSessions, useRemoveMember, useResetFactor, type MemberView } from './queries';
import { RightsDialog } from './rights-dialog';
import { words } from './words';

/** Changes the rights of a member, or removes them. */
export function MemberMenu({ member }: { member: MemberView }) {
  const [dialog, setDialog] = useState<'change' | 'factor' | 'remove' | null>(null);
  const change = useChangeRights();
  const remove = useRemoveMember();
  const endSessions = useEndSessions();
  const resetFactor = useResetFactor();
  const name = member.name ?? member.email;
  const close = () => {
    change.reset();
    setDialog(null);
  };
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={words.actionsFor(name)}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem onSelect={() => setDialog('change')}>{words.change}</MenuItem>
        <May call="endMemberSessions">
          <MenuItem
            onSelect={() =>
              endSessions.mutate(member.id, {
                onSuccess: () => toast.success(words.signedOut(name)),
                onError: toast.failure,
              })
            }
          >
            {words.signOut}
          </MenuItem>
          {member.two_factor && <MenuItem onSelect={() => setDialog('factor')}>{words.resetFactor}</MenuItem>}
        </May>
        <MenuLine />
        <MenuItem danger onSelect={() => setDialog('remove')}>
          {words.remove}
        </MenuItem>
      </Menu>
      {dialog === 'change' && (
        <RightsDialog
          open
          onOpenChange={close}
          title={words.changeTitle(name)}
          action={words.save}
          initial={{ role: member.role, lists: member.lists }}
          busy={change.isPending}
          error={change.error}
          onSubmit={(rights) =>
            change.mutate(
              { id: member.id, ...rights },
              {
                onSuccess: () => {
                  toast.success(words.saved);
                  close();
                },
              },
            )
          }
        />
      )}
      <ConfirmDialog
        open={dialog === 'factor'}
        onOpenChange={close}
        title={words.resetFactorTitle(name)}
        description={words.resetFactorText}
        action={words.resetFactor}
        busy={resetFactor.isPending}
        onConfirm={() =>
          resetFactor.mutate(member.id, {
            onSuccess: () => toast.success(words.factorReset(name)),
            onError: toast.failure,
            onSettled: close,
          })
        }
      />
      <ConfirmDialog
        open={dialog === 'remove'}
        onOpenChange={close}
        title={words.removeTitle(name)}
        description={words.removeText}
        action={words.remove}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(member.id, {
            onSuccess: () => {
              toast.success(words.removed(name));
              close();
            },
            onError: toast.failure,
          })
        }
      />
    </>
  );
}
