import { useState } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useMay } from '@/features/session/use-may';
import { useRollback, type TemplateDetail } from './queries';
import { words } from './words';

interface RollbackButtonProps {
  template: TemplateDetail;
  version: number;
  onRolledBack: () => void;
}

/** Asks first: all further sends use that version. */
export function RollbackButton({ template, version, onRolledBack }: RollbackButtonProps) {
  const [asking, setAsking] = useState(false);
  const rollback = useRollback(template.id);
  const may = useMay('rollBackTemplate');
  const confirm = () =>
    void rollback.mutateAsync(version).then((now) => {
      setAsking(false);
      onRolledBack();
      toast.success(words.rolledBack(now.version, version));
    }, toast.failure);
  if (!may) return null;
  return (
    <>
      <Button variant="outline" size="sm" aria-label={words.rollbackOne(version)} onClick={() => setAsking(true)}>
        {words.rollback}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.rollbackTitle(version)}
        description={words.rollbackText(template.version + 1)}
        action={words.rollback}
        busy={rollback.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
