'use client';

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { May } from '@/features/session/may';
import { toast } from '@/lib/toast';
import { useChangeLink, type CampaignReport } from './report-queries';
import { words } from './link-words';

type Link = CampaignReport['links'][number];

/** Where a link leads, what it led to when it was sent, and a way to correct it. */
export function LinkTarget({ id, link }: { id: string; link: Link }) {
  const [isOpen, setOpen] = useState(false);
  const { url, was } = link;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">
        <span dir="ltr" className="line-clamp-2 break-all" title={url ?? undefined}>
          {url}
        </span>
        {was !== null && (
          <span className="line-clamp-2 text-xs break-all text-muted" title={was}>
            {words.was} <s dir="ltr">{was}</s>
          </span>
        )}
      </div>
      <May call="changeCampaignLink">
        <Button variant="ghost" size="sm" aria-label={words.changeOf(url ?? '')} onClick={() => setOpen(true)}>
          <Pencil aria-hidden="true" />
        </Button>
      </May>
      {isOpen && <LinkDialog id={id} link={link} onClose={() => setOpen(false)} />}
    </div>
  );
}

function LinkDialog({ id, link, onClose }: { id: string; link: Link; onClose: () => void }) {
  const change = useChangeLink(id);
  return (
    <Dialog open onOpenChange={onClose} title={words.title} description={words.text}>
      <Form
        initial={{ url: link.url ?? '' }}
        submit={words.save}
        save={async ({ url }) => {
          await change.mutateAsync({ content: link.content, number: link.number, url: url.trim() });
          toast.success(words.saved);
          onClose();
        }}
      >
        <TextField name="url" label={words.url} hint={words.urlHint} required maxLength={2048} autoFocus />
      </Form>
    </Dialog>
  );
}
