import { Ellipsis, Power, Settings2, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Menu, MenuItem, MenuLine } from '@/components/ui/menu';
import { toast } from '@/lib/toast';
import { useChangeSource, useKinds, useRemoveSource, type Source } from './queries';
import { SourceForm } from './source-form';
import { words } from './words';

/** What can be done with a source. */
export function SourceActions({ source }: { source: Source }) {
  const { id, enabled, name } = source;
  const router = useRouter();
  const [asked, ask] = useState<'edit' | 'remove' | null>(null);
  const kind = useKinds().data?.data.find((each) => each.kind === source.kind);
  const change = useChangeSource(id);
  const remove = useRemoveSource(id);
  const close = () => ask(null);
  const turn = () =>
    void change
      .mutateAsync({ enabled: !enabled })
      .then(() => toast.success(enabled ? words.switchedOff : words.switchedOn), toast.failure);
  const removed = () => {
    toast.success(words.removed);
    router.push('/settings/sources');
  };
  return (
    <>
      <Button variant="outline" onClick={() => ask('edit')}>
        <Settings2 /> {words.edit}
      </Button>
      <Menu
        trigger={
          <Button variant="outline" size="icon" aria-label={words.actions}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem onSelect={turn}>
          <Power aria-hidden="true" className="text-muted" /> {enabled ? words.switchOff : words.switchOn}
        </MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => ask('remove')}>
          <Trash2 aria-hidden="true" /> {words.remove}
        </MenuItem>
      </Menu>
      {asked === 'edit' && kind && (
        <Dialog open onOpenChange={close} title={words.editTitle}>
          <SourceForm
            kind={kind}
            source={source}
            submit={words.save}
            save={async (fields) => {
              await change.mutateAsync(fields);
              toast.success(words.saved);
              close();
            }}
          />
        </Dialog>
      )}
      <ConfirmDialog
        open={asked === 'remove'}
        onOpenChange={close}
        title={words.removeTitle({ name })}
        description={words.removeText}
        action={words.remove}
        busy={remove.isPending}
        onConfirm={() => void remove.mutateAsync().then(removed, toast.failure)}
      />
    </>
  );
}
