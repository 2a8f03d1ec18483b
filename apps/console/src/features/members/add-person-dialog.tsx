import type { ListView, SubscribeBody } from '@dundun/client';
import { useState } from 'react';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Dialog } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { toast } from '@/lib/toast';
import { callName } from '@/features/people/person-name';
import { useSubscribe } from './queries';
import { words } from './words';

const EMPTY = { first_name: '', last_name: '', email: '', number: '' };

/** Returns only the fields that are filled in: the others stay unchanged for a known person. */
const filledIn = (values: typeof EMPTY): SubscribeBody =>
  Object.fromEntries(Object.entries(values).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])));

/** Adds a person to a list by hand. */
export function AddPersonDialog({ list, onClose }: { list: ListView; onClose: () => void }) {
  const [lacksBoth, setLacksBoth] = useState(false);
  const subscribe = useSubscribe(list.id);
  const save = async (values: typeof EMPTY) => {
    const body = filledIn(values);
    setLacksBoth(!body.email && !body.number);
    if (!body.email && !body.number) return;
    await subscribe.mutateAsync(body);
    const name = callName({ first_name: null, last_name: null, email: null, number: null, ...body }, words.noName);
    toast.success(list.double_optin ? words.asked(name) : words.added(name));
    onClose();
  };
  const text = list.double_optin ? words.addConfirms : words.addText;
  return (
    <Dialog open onOpenChange={onClose} title={words.add} description={text}>
      <Form draft={`person ${list.id}`} initial={EMPTY} submit={words.add} save={save}>
        {lacksBoth && <FormError text={words.either} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="first_name" label={words.firstName} maxLength={255} autoFocus />
          <TextField name="last_name" label={words.lastName} maxLength={255} />
        </div>
        <TextField name="email" label={words.email} type="email" inputMode="email" autoCapitalize="none" />
        <TextField name="number" label={words.number} hint={words.numberHint} type="tel" />
      </Form>
    </Dialog>
  );
}
