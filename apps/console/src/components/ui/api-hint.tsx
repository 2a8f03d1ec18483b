import { CodeXml } from 'lucide-react';
import { Snippet } from './snippet';
import { words } from './words';

/** How developers do the same with the API; closed until they ask. */
export const ApiHint = ({ label, code }: { label: string; code: string }) => (
  <details className="group w-full text-left">
    <summary className="mx-auto flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-lg px-2.5 py-1.5 text-[13px] font-medium text-muted hover:bg-sunken hover:text-foreground [&::-webkit-details-marker]:hidden">
      <CodeXml className="size-4" aria-hidden="true" /> {words.api}
    </summary>
    <div className="mt-2">
      <Snippet label={label} code={code} />
    </div>
  </details>
);
