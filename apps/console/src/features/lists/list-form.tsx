import type { CreateListBody, ListView } from '@dundun/client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input, Textarea } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { sayError } from '@/lib/say-error';
import { words } from './words';

interface ListFormProps {
  list?: ListView;
  submit: string;
  busy: boolean;
  error: Error | null;
  onSubmit: (body: CreateListBody) => void;
}

/** The fields of a list; an empty description clears it. */
export function ListForm({ list, submit, busy, error, onSubmit }: ListFormProps) {
  const [optin, setOptin] = useState(list?.double_optin ?? false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    onSubmit({
      title: text('title'),
      description: text('description') || null,
      redirect_url: text('redirect') || null,
      double_optin: optin,
    });
  };
  return (
    <form onSubmit={send} className="grid gap-5">
      {error && <FormError text={sayError(error)} />}
      <Field label={words.name} hint={words.nameHint}>
        {(control) => <Input {...control} name="title" defaultValue={list?.title} required maxLength={64} autoFocus />}
      </Field>
      <Field label={words.description} hint={words.descriptionHint}>
        {(control) => (
          <Textarea {...control} name="description" defaultValue={list?.description ?? ''} maxLength={255} />
        )}
      </Field>
      <Field label={words.redirect} hint={words.redirectHint}>
        {(control) => (
          <Input
            {...control}
            name="redirect"
            type="url"
            defaultValue={list?.redirect_url ?? ''}
            placeholder="https://"
          />
        )}
      </Field>
      <label className="flex items-start justify-between gap-4 rounded-xl border bg-sunken/60 p-4">
        <span>
          <span className="block text-sm font-medium">{words.optin}</span>
          <span className="mt-0.5 block text-[13px] text-muted">{words.optinHint}</span>
        </span>
        <Switch checked={optin} onCheckedChange={setOptin} aria-label={words.optin} />
      </label>
      <DialogActions>
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  );
}
