import type { ListView, SubscribeBody } from '@dundun/client';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { callName } from './person-name';
import { useSubscribe } from './queries';
import { words } from './words';

interface AddPersonDialogProps {
  list: ListView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const FIELDS = ['first_name', 'last_name', 'email', 'number'] as const;

/** Sends only the fields that are filled in: the others stay unchanged for a known person. */
function read(form: HTMLFormElement): SubscribeBody {
  const data = new FormData(form);
  const given = FIELDS.map((name) => [name, String(data.get(name) ?? '').trim()] as const).filter(([, text]) => text);
  return Object.fromEntries(given);
}

export function AddPersonDialog({ list, open, onOpenChange }: AddPersonDialogProps) {
  const [lacksBoth, setLacksBoth] = useState(false);
  const subscribe = useSubscribe(list.id);
  const change = (next: boolean) => {
    setLacksBoth(false);
    subscribe.reset();
    onOpenChange(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = read(event.currentTarget);
    setLacksBoth(!body.email && !body.number);
    if (subscribe.isPending || (!body.email && !body.number)) return;
    const name = callName({ first_name: null, last_name: null, email: null, number: null, ...body }, words.noName);
    subscribe.mutate(body, {
      onSuccess: () => {
        toast.success(list.double_optin ? words.asked(name) : words.added(name));
        change(false);
      },
    });
  };
  const error = lacksBoth ? words.either : subscribe.error && sayError(subscribe.error);
  const text = list.double_optin ? words.addConfirms : words.addText;
  return (
    <Dialog open={open} onOpenChange={change} title={words.add} description={text}>
      <form onSubmit={submit} className="grid gap-5" noValidate>
        {error && <FormError text={error} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={words.firstName}>
            {(control) => <Input {...control} name="first_name" maxLength={255} autoComplete="off" autoFocus />}
          </Field>
          <Field label={words.lastName}>
            {(control) => <Input {...control} name="last_name" maxLength={255} autoComplete="off" />}
          </Field>
        </div>
        <Field label={words.email}>
          {(control) => <Input {...control} name="email" type="email" inputMode="email" autoComplete="off" />}
        </Field>
        <Field label={words.number} hint={words.numberHint}>
          {(control) => <Input {...control} name="number" type="tel" autoComplete="off" />}
        </Field>
        <DialogActions>
          <Button type="submit" busy={subscribe.isPending}>
            {words.add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
