import { AlertDialog as Base } from 'radix-ui';
import { Button } from './button';
import { DialogActions, sheet, veil } from './dialog';
import { words } from './words';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  action: string;
  busy: boolean;
  onConfirm: () => void;
}

/** Asks before an action that cannot be undone; the focus starts on Cancel. */
export function ConfirmDialog({ open, onOpenChange, title, description, action, busy, onConfirm }: ConfirmDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Overlay className={veil} />
        <Base.Content className={`${sheet} max-w-md`}>
          <Base.Title className="text-lg font-semibold tracking-tight text-balance">{title}</Base.Title>
          <Base.Description className="mt-2 text-sm text-muted">{description}</Base.Description>
          <DialogActions>
            <Base.Cancel asChild>
              <Button variant="outline">{words.cancel}</Button>
            </Base.Cancel>
            <Button variant="danger" busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </DialogActions>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
