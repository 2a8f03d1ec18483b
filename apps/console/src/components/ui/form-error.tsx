import { CircleAlert } from 'lucide-react';

/** The error of a form, announced when it appears. */
export function FormError({ text }: { text: string }) {
  return (
    <p role="alert" className="flex gap-2.5 rounded-lg bg-danger-tint px-3 py-2.5 text-sm text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  );
}
