import { Label } from 'radix-ui';
import { useId, type ReactNode } from 'react';

interface Control {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  children: (control: Control) => ReactNode;
}

/** A labelled control with its hint and error, which screen readers announce together. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <Label.Root htmlFor={id} className="text-sm font-medium">
        {label}
      </Label.Root>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error ? true : undefined })}
      {note && (
        <p id={`${id}-note`} className={error ? 'text-[13px] text-danger' : 'text-[13px] text-muted'}>
          {note}
        </p>
      )}
    </div>
  );
}
