'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { words } from './words';

interface DeclineDialogProps {
  busy: boolean;
  onClose: () => void;
  onDecline: (reason: string | null) => void;
}

/** Asks why a version is not approved. */
export function DeclineDialog({ busy, onClose, onDecline }: DeclineDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <Dialog open onOpenChange={onClose} title={words.declineTitle}>
      <Field label={words.declineReason}>
        {(control) => (
          <Input
            {...control}
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {words.back}
        </Button>
        <Button busy={busy} onClick={() => onDecline(reason.trim() || null)}>
          {words.decline}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
