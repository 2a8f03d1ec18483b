import { Ellipsis, Pencil, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu, MenuItem, MenuLine } from '@/components/ui/menu';
import { May } from '@/features/session/may';
import { toast } from '@/lib/toast';
import { useDefaultProfile, useRemoveProfile, type ProfileView } from './queries';
import { words } from './words';

/** What can be done with a profile. */
export function ProfileMenu({ profile, onEdit }: { profile: ProfileView; onEdit: () => void }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveProfile(profile.id);
  const prefer = useDefaultProfile(profile.id);
  const removed = () => {
    setAsking(false);
    toast.success(words.removed(profile.name));
  };
  return (
    <May call="updateSendingProfile">
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={words.actions(profile.name)}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem onSelect={onEdit}>
          <Pencil aria-hidden="true" className="text-muted" /> {words.edit}
        </MenuItem>
        {!profile.is_default && (
          <MenuItem
            onSelect={() =>
              void prefer.mutateAsync().then(() => toast.success(words.isNowDefault(profile.name)), toast.failure)
            }
          >
            <Star aria-hidden="true" className="text-muted" /> {words.makeDefault}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem danger onSelect={() => setAsking(true)}>
          <Trash2 aria-hidden="true" /> {words.remove}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.removeTitle(profile.name)}
        description={words.removeText}
        action={words.remove}
        busy={remove.isPending}
        onConfirm={() => void remove.mutateAsync().then(removed, toast.failure)}
      />
    </May>
  );
}
