import type { ListView } from '@dundun/client';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { Snippet } from '@/components/ui/snippet';
import { useWorkspace } from '@/features/workspace/queries';
import { formPreview, styledForm } from './form-code';
import { useListForm } from './queries';
import { words } from './words';

interface FormDialogProps {
  list: ListView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The hosted form of a list: its link and its embed code. */
export function FormDialog({ list, open, onOpenChange }: FormDialogProps) {
  const { data, error, isFetching, refetch } = useListForm(list.id, open);
  const brandColor = useWorkspace().data?.brand_color;
  const [isStyled, setStyled] = useState(true);
  const code = (html: string) => (isStyled ? styledForm(html, brandColor) : html);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.formTitle} description={words.formText}>
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data && (
        <div className="grid min-w-0 gap-5">
          <Address url={data.url} />
          <Preview html={code(data.html)} />
          <label className="flex min-h-6 items-center gap-2 text-[13px]">
            <Checkbox checked={isStyled} onClick={() => setStyled(!isStyled)} aria-label={words.formStyled} />
            {words.formStyled}
          </label>
          <Snippet label={words.formCode} code={code(data.html)} />
        </div>
      )}
    </Dialog>
  );
}

/** The form as a browser shows it. The frame runs no script and sends nothing. */
const Preview = ({ html }: { html: string }) => (
  <div className="min-w-0">
    <h3 className="mb-1.5 text-sm font-medium">{words.formPreview}</h3>
    <iframe
      title={words.formPreview}
      sandbox=""
      srcDoc={formPreview(html, words.formPreview)}
      className="h-60 w-full rounded-lg border bg-white"
    />
    <p className="mt-1.5 text-xs text-muted">{words.formPreviewHint}</p>
  </div>
);

const Address = ({ url }: { url: string }) => (
  <div className="min-w-0">
    <h3 className="mb-1.5 text-sm font-medium">{words.formLink}</h3>
    <p className="flex items-center gap-1 rounded-lg border bg-sunken py-0.5 pr-0.5 pl-3">
      <code className="min-w-0 flex-1 truncate font-mono text-xs" title={url}>
        {url}
      </code>
      <CopyButton text={url} label={words.formCopy} className="hover:bg-line/60!" />
      <Button asChild variant="ghost" size="icon" className="hover:bg-line/60!">
        <a href={url} target="_blank" rel="noreferrer" aria-label={words.formOpen}>
          <ExternalLink />
        </a>
      </Button>
    </p>
  </div>
);
