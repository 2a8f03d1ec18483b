import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ago } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useNow } from '@/lib/use-now';
import { useRevokeKey, type ApiKey } from './queries';
import { words } from './words';

/** Asks first, and says when the key was last used. */
export function RevokeButton({ apiKey: { id, name, last_used_at: usedAt } }: { apiKey: ApiKey }) {
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const revoke = useRevokeKey();
  const confirm = () =>
    revoke.mutate(id, {
      onSuccess: () => toast.success(words.revokedOne({ name })),
      onError: toast.failure,
      onSettled: () => setAsking(false),
    });
  const use = usedAt ? words.usedText({ ago: ago(usedAt, now) }) : words.neverUsedText;
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={words.revokeOne({ name })} onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.revokeTitle({ name })}
        description={`${use} ${words.revokeText}`}
        action={words.revoke}
        busy={revoke.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
