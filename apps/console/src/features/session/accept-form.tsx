import type { FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { PasswordInput } from './password-input';
import { useAccept } from './queries';
import { words } from './words';

/** Chooses name and password. The email is shown for password managers too. */
export function AcceptForm({ token, email }: { token: string; email: string }) {
  const accept = useAccept();
  const isBusy = accept.isPending || accept.isSuccess;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    accept.mutate({ token, name: String(form.get('name')).trim(), password: String(form.get('password')) });
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-5">
      {accept.error && <FormError text={sayError(accept.error)} />}
      <Field label={words.email}>
        {(control) => (
          <Input {...control} className="h-11!" type="email" value={email} autoComplete="username" readOnly />
        )}
      </Field>
      <Field label={words.name}>
        {(control) => (
          <Input {...control} className="h-11!" name="name" required maxLength={64} autoComplete="name" autoFocus />
        )}
      </Field>
      <Field label={words.password} hint={words.passwordHint}>
        {(control) => <PasswordInput {...control} minLength={8} maxLength={1024} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="lg" busy={isBusy}>
        {words.accept}
      </Button>
    </form>
  );
}
