'use client';

import { Pencil } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useMay } from '@/features/session/use-may';
import { toast } from '@/lib/toast';
import { useArchive, useDuplicate, type TemplateDetail } from './queries';
import { words } from './words';

const LabelsDialog = dynamic(() => import('./labels-dialog').then(({ LabelsDialog: loaded }) => loaded));
const ConfirmDialog = dynamic(() =>
  import('@/components/ui/confirm-dialog').then(({ ConfirmDialog: loaded }) => loaded),
);

/** What can be done with a template. */
export function TemplateActions({ template }: { template: TemplateDetail }) {
  const router = useRouter();
  const mayEdit = useMay('updateTemplate');
  const duplicate = useDuplicate();
  const archive = useArchive();
  const [dialog, setDialog] = useState<'labels' | 'archive' | null>(null);
  if (!mayEdit) return null;
  const path = (id: string) => `/templates/${encodeURIComponent(id)}`;
  const copy = async () => {
    try {
      const made = await duplicate.mutateAsync(template.id);
      toast.success(words.duplicated(made.name));
      router.push(path(made.id));
    } catch (error) {
      toast.failure(error);
    }
  };
  const remove = async () => {
    try {
      await archive.mutateAsync(template.id);
      toast.success(words.archived(template.name));
      router.push('/templates');
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <>
      <Button variant="outline" onClick={() => setDialog('labels')}>
        {words.rename}
      </Button>
      <Button variant="outline" busy={duplicate.isPending} onClick={() => void copy()}>
        {words.duplicate}
      </Button>
      <Button variant="outline" onClick={() => setDialog('archive')}>
        {words.archive}
      </Button>
      <Button asChild>
        <Link href={`${path(template.id)}/edit`} prefetch={false}>
          <Pencil /> {words.edit}
        </Link>
      </Button>
      {dialog === 'labels' && <LabelsDialog template={template} onClose={() => setDialog(null)} />}
      {dialog === 'archive' && (
        <ConfirmDialog
          open
          onOpenChange={() => setDialog(null)}
          title={words.archiveTitle(template.name)}
          description={words.archiveText}
          action={words.archive}
          busy={archive.isPending}
          onConfirm={() => void remove()}
        />
      )}
    </>
  );
}
