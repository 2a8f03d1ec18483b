'use client';

import { Pencil } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useMay } from '@/features/session/use-may';
import { toast } from '@/lib/toast';
import { useArchive, useDuplicate, useRestore, type TemplateDetail } from './queries';
import { words } from './words';

const LabelsDialog = dynamic(() => import('./labels-dialog').then(({ LabelsDialog: loaded }) => loaded));

/** What can be done with a template. Archiving does not ask: it can be undone. */
export function TemplateActions({ template }: { template: TemplateDetail }) {
  const router = useRouter();
  const mayEdit = useMay('updateTemplate');
  const duplicate = useDuplicate();
  const archive = useArchive();
  const restore = useRestore();
  const [isRenaming, setRenaming] = useState(false);
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
      const { id, name } = template;
      toast.undoable(words.archived(name), () => restore.mutateAsync(id), words.restored(name));
      router.push('/templates');
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <>
      <Button variant="outline" onClick={() => setRenaming(true)}>
        {words.rename}
      </Button>
      <Button variant="outline" busy={duplicate.isPending} onClick={() => void copy()}>
        {words.duplicate}
      </Button>
      <Button variant="outline" busy={archive.isPending} onClick={() => void remove()}>
        {words.archive}
      </Button>
      <Button asChild>
        <Link href={`${path(template.id)}/edit`} prefetch={false}>
          <Pencil /> {words.edit}
        </Link>
      </Button>
      {isRenaming && <LabelsDialog template={template} onClose={() => setRenaming(false)} />}
    </>
  );
}
