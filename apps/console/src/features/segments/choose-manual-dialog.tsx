import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Select } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import { usePutPeople, useSegments } from './queries';
import { words } from './words';

interface ChooseManualDialogProps {
  kind: 'add' | 'remove';
  uids: string[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks to which manual segment the chosen people are added, or from which they are removed. */
export function ChooseManualDialog({ kind, uids, onClose, onDone }: ChooseManualDialogProps) {
  const { data = [], isPending, error } = useSegments();
  const manual = data.filter((segment) => segment.kind === 'manual');
  const hint = isPending ? words.loadingManual : manual.length > 0 || error ? words.onlyManual : words.noManual;
  const [id, setId] = useState('');
  const put = usePutPeople(id);
  const send = () =>
    put.mutate(kind === 'add' ? { add: uids } : { remove: uids }, {
      onSuccess: ({ added, removed, unknown }) => {
        const description = unknown.length > 0 ? words.putUnknown({ n: unknown.length }) : undefined;
        toast.success(words.putDone({ added, removed }), { description });
        onDone();
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={kind === 'add' ? words.addToOne({ n: uids.length }) : words.removeFromOne({ n: uids.length })}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (id !== '') send();
        }}
      >
        {(put.error ?? (isPending ? null : error)) && <FormError text={sayError(put.error ?? error)} />}
        <Field label={words.one} hint={hint}>
          {(aria) => (
            <Select {...aria} value={id} disabled={isPending} onChange={(event) => setId(event.target.value)}>
              <option value="" disabled>
                {words.chooseOne}
              </option>
              {manual.map((segment) => (
                <option key={segment.id} value={segment.id}>
                  {segment.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" busy={put.isPending} disabled={id === ''}>
            {kind === 'add' ? words.add : words.remove}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
