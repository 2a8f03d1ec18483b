import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { useShell } from '@/features/shell/shell-context';
import { sayError } from '@/lib/say-error';
import type { Rights } from './queries';
import { RightsFields } from './rights-fields';
import { words } from './words';

interface RightsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  action: string;
  initial: Rights;
  busy: boolean;
  error: Error | null;
  onSubmit: (rights: Rights, form: FormData) => void;
  /** Fields before the role. */
  children?: ReactNode;
}

/** A form about the rights of a member. */
export function RightsDialog({ initial, action, busy, error, onSubmit, children, ...dialog }: RightsDialogProps) {
  const { member } = useShell().session;
  const [rights, setRights] = useState(initial);
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const isEmpty = rights.lists?.length === 0;
    setFault(isEmpty ? words.chooseList : undefined);
    if (!isEmpty) onSubmit(rights, new FormData(event.currentTarget));
  };
  const said = fault ?? (error ? sayError(error) : undefined);
  return (
    <Dialog {...dialog}>
      <form onSubmit={submit} className="grid gap-5">
        {said && <FormError text={said} />}
        {children}
        <RightsFields rights={rights} onChange={setRights} isOwner={member.role === 'owner'} />
        <DialogActions>
          <Button type="submit" busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
