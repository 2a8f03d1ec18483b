import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input, Textarea } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { useSuppress } from './queries';
import { words } from './words';

export function SuppressDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [isEmpty, setEmpty] = useState(false);
  const suppress = useSuppress();
  const change = (next: boolean) => {
    setEmpty(false);
    suppress.reset();
    onOpenChange(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const addresses = linesOf(String(form.get('addresses') ?? ''));
    const note = String(form.get('note') ?? '').trim();
    setEmpty(addresses.length === 0);
    if (suppress.isPending || addresses.length === 0) return;
    suppress.mutate(
      { addresses, ...(note && { note }) },
      {
        onSuccess: ({ added }) => {
          toast.success(added > 0 ? words.added(added) : words.addedNone);
          change(false);
        },
      },
    );
  };
  return (
    <Dialog open={open} onOpenChange={change} title={words.add} description={words.addText}>
      <form onSubmit={submit} className="grid gap-5" noValidate>
        {suppress.error && <FormError text={sayError(suppress.error)} />}
        <Field label={words.addresses} hint={words.addressesHint} error={isEmpty ? words.none : undefined}>
          {(control) => (
            <Textarea {...control} name="addresses" rows={5} spellCheck={false} autoCapitalize="none" autoFocus />
          )}
        </Field>
        <Field label={words.note} hint={words.noteHint}>
          {(control) => <Input {...control} name="note" maxLength={200} autoComplete="off" />}
        </Field>
        <DialogActions>
          <Button type="submit" busy={suppress.isPending}>
            {words.add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Splits at line breaks and commas, which no address contains. */
const linesOf = (text: string) =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
