import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Panel } from '@/components/ui/panel';
import { May } from '@/features/session/may';
import { toast } from '@/lib/toast';
import { useDeletion, useLeaveWorkspace, useSignOutAll, type Workspace } from './queries';
import { words } from './words';

/** What cannot be undone. */
export function DangerPanel({ workspace }: { workspace: Workspace }) {
  const [asked, setAsked] = useState<'sign-out' | 'leave' | 'delete' | null>(null);
  const signOut = useSignOutAll();
  const leave = useLeaveWorkspace();
  const deletion = useDeletion();
  const close = () => setAsked(null);
  return (
    <Panel title={words.danger}>
      <div className="divide-y px-4">
        <May call="endAllSessions">
          <Act text={words.signOutAllText} action={words.signOutAll} onPress={() => setAsked('sign-out')} />
        </May>
        <Act text={words.leaveText} action={words.leave} onPress={() => setAsked('leave')} />
        {workspace.deletes_at === null && (
          <May call="deleteWorkspace">
            <Act text={words.removeText} action={words.remove} onPress={() => setAsked('delete')} />
          </May>
        )}
      </div>
      <ConfirmDialog
        open={asked === 'sign-out'}
        onOpenChange={close}
        title={`${words.signOutAll}?`}
        description={words.signOutAllText}
        action={words.signOutAll}
        busy={signOut.isPending}
        onConfirm={() =>
          signOut.mutate(undefined, {
            onSuccess: () => toast.success(words.signedOutAll),
            onError: toast.failure,
            onSettled: close,
          })
        }
      />
      <ConfirmDialog
        open={asked === 'leave'}
        onOpenChange={close}
        title={words.leaveTitle({ name: workspace.name })}
        description={words.leaveText}
        action={words.leave}
        typed={workspace.name}
        busy={leave.isPending}
        onConfirm={() => leave.mutate(workspace.id, { onError: toast.failure, onSettled: close })}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={words.removeTitle({ name: workspace.name })}
        description={words.removeUntil}
        action={words.remove}
        typed={workspace.name}
        busy={deletion.isPending}
        onConfirm={() =>
          deletion.mutate(workspace.name, {
            onSuccess: () => toast.success(words.removeScheduled),
            onError: toast.failure,
            onSettled: close,
          })
        }
      >
        <ul className="mt-3 list-disc space-y-1 pl-5 text-[13px] text-muted">
          {words.removeWhat.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </Panel>
  );
}

const Act = ({ text, action, onPress }: { text: ReactNode; action: string; onPress: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
    <p className="min-w-0 flex-1 basis-56 text-[13px] text-muted">{text}</p>
    <Button variant="outline" className="text-danger!" onClick={onPress}>
      {action}
    </Button>
  </div>
);
