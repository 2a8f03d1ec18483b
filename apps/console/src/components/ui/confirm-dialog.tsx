import { AlertDialog as Base } from 'radix-ui';
import { useState } from 'react';
import { Button } from './button';
import { DialogActions, sheet, veil } from './dialog';
import { Field } from './field';
import { useFocusReturn } from './focus-return';
import { Input } from './input';
import { words } from './words';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  /** What happens, if it takes more than a sentence. */
  children?: React.ReactNode;
  action: string;
  busy: boolean;
  /** A text to type before the action is possible, for what cannot be undone at all. */
  typed?: string;
  /** Whether the action is not a destructive one. */
  isSafe?: boolean;
  onConfirm: () => void;
}

/** Asks before an action that cannot be undone; the focus starts on Cancel, or in the field to type in. */
export function ConfirmDialog({ open, onOpenChange, ...question }: ConfirmDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Overlay className={veil} />
        <Question {...question} />
      </Base.Portal>
    </Base.Root>
  );
}

/** Mounted again with each opening, so that nothing typed remains. */
function Question(props: Omit<ConfirmDialogProps, 'open' | 'onOpenChange'>) {
  const { title, description, children, action, busy, typed, isSafe, onConfirm } = props;
  const [text, setText] = useState('');
  const giveBack = useFocusReturn();
  const isReady = typed === undefined || text.trim() === typed;
  return (
    <Base.Content onCloseAutoFocus={giveBack} className={`${sheet} max-w-md`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) onConfirm();
        }}
      >
        <Base.Title className="text-lg font-semibold tracking-tight text-balance break-words">{title}</Base.Title>
        <Base.Description className="mt-2 text-sm break-words text-muted">{description}</Base.Description>
        {children}
        {typed !== undefined && (
          <div className="mt-4">
            <Field label={words.typeToConfirm({ text: typed })}>
              {(control) => (
                <Input
                  {...control}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  autoFocus
                />
              )}
            </Field>
          </div>
        )}
        <DialogActions>
          <Base.Cancel asChild>
            <Button variant="outline">{words.cancel}</Button>
          </Base.Cancel>
          <Button type="submit" variant={isSafe ? 'primary' : 'danger'} busy={busy} disabled={!isReady}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Base.Content>
  );
}
