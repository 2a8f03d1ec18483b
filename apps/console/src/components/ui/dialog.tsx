import { X } from 'lucide-react';
import { Dialog as Base } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';
import { useFocusReturn } from './focus-return';
import { words } from './words';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
}

export const veil = 'fixed inset-0 z-40 bg-veil data-[state=open]:animate-[appear_0.16s]';
export const sheet =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border bg-surface p-6 shadow-lifted';

/** A modal form or question; Esc and the close button dismiss it, and the focus returns. */
export function Dialog({ open, onOpenChange, ...sheetProps }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Overlay className={veil} />
        <Sheet {...sheetProps} />
      </Base.Portal>
    </Base.Root>
  );
}

function Sheet({ title, description, children }: Omit<DialogProps, 'open' | 'onOpenChange'>) {
  const giveBack = useFocusReturn();
  return (
    <Base.Content
      onCloseAutoFocus={giveBack}
      className={`${sheet} max-w-md`}
      {...(description ? {} : { 'aria-describedby': undefined })}
    >
      <Base.Title className="pr-8 text-lg font-semibold tracking-tight">{title}</Base.Title>
      {description && <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>}
      <div className="mt-5">{children}</div>
      <Base.Close asChild>
        <Button variant="ghost" size="icon" className="absolute top-4 right-4" aria-label={words.close}>
          <X />
        </Button>
      </Base.Close>
    </Base.Content>
  );
}

/** The buttons of a dialog; stacked on a phone. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}
