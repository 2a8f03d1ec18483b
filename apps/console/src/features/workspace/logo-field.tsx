import { ImageIcon } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { toast } from '@/lib/toast';
import { useLogo, type Workspace } from './queries';
import { words } from './words';

const LARGEST = 256 * 1024;
const TYPES = 'image/png,image/jpeg,image/gif,image/webp';

/** Shows the logo through the console's own origin, uploads another one, removes it. */
export function LogoField({ workspace }: { workspace: Workspace }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const logo = useLogo();
  const name = workspace.logo_url?.split('/').at(-1);
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > LARGEST) return toast.error(words.tooLarge);
    logo.mutate(file, { onSuccess: () => toast.success(words.logoSaved), onError: toast.failure });
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-xl border bg-white p-1.5">
        {name ? (
          <img src={`/api/logos/${name}`} alt={words.logo} className="max-h-full max-w-full object-contain" />
        ) : (
          <ImageIcon className="size-6 text-[#595c68]" role="img" aria-label={words.noLogo} />
        )}
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <label htmlFor={id} className="text-[13px] font-medium">
          {words.logo}
        </label>
        <p id={`${id}-note`} className="text-[13px] text-muted">
          {words.logoHint}
        </p>
      </div>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          type="file"
          accept={TYPES}
          aria-describedby={`${id}-note`}
          className="sr-only"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button variant="outline" busy={logo.isPending} onClick={() => input.current?.click()}>
          {name ? words.replace : words.upload}
        </Button>
        {name && (
          <Button
            variant="ghost"
            onClick={() =>
              logo.mutate(null, { onSuccess: () => toast.success(words.logoRemoved), onError: toast.failure })
            }
          >
            {words.removeLogo}
          </Button>
        )}
      </div>
    </div>
  );
}
