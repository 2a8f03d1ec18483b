import { CopyButton } from './copy-button';

/** A command to copy. */
export function Snippet({ label, code }: { label: string; code: string }) {
  return (
    <figure className="w-full overflow-hidden rounded-xl border bg-sunken text-left">
      <figcaption className="flex items-center justify-between border-b py-1 pr-1.5 pl-4 text-xs font-medium text-muted">
        {label}
        <CopyButton text={code} />
      </figcaption>
      <pre
        tabIndex={0}
        className="overflow-x-auto px-4 py-3 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
