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
  /** Marks the field for links to it. */
  name?: string;
  children: (control: Control) => ReactNode;
}

/** A labelled control with its hint and error, which screen readers announce together. */
export function Field({ label, hint, error, name, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid content-start gap-1.5" data-field={name}>
      <label htmlFor={id} className="text-[13px] font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error ? true : undefined })}
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={error ? 'text-[13px] text-danger' : 'text-[13px] text-muted'}
        >
          {note}
        </p>
      )}
    </div>
  );
}
