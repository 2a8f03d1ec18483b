import { useState } from 'react';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { useRemoveFactor, useRenewCodes } from './queries';
import { RecoveryCodes } from './recovery-codes';
import { words } from './words';

/** Asks for the password or a code before the second factor goes, or its recovery codes are replaced. */
export function SecondLookDialog({ what, onClose }: { what: 'remove' | 'renew'; onClose: () => void }) {
  const remove = useRemoveFactor();
  const renew = useRenewCodes();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const isRemoval = what === 'remove';
  const save = async ({ password }: { password: string }) => {
    if (!isRemoval) return setCodes((await renew.mutateAsync(password)).recovery_codes);
    await remove.mutateAsync(password);
    toast.success(words.turnedOff);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isRemoval ? words.turnOffTitle : words.renewTitle}
      description={isRemoval ? words.turnOffText : words.renewText}
    >
      <Form initial={{ password: '' }} submit={isRemoval ? words.turnOff : words.renew} save={save}>
        <TextField
          name="password"
          label={words.proof}
          hint={words.proofHint}
          type="password"
          required
          maxLength={1024}
          autoComplete="current-password"
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
