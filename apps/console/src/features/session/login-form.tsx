'use client';

import { ApiError } from '@dundun/client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { logIn } from './log-in';
import { PasswordInput } from './password-input';
import { words } from './words';

const sayLoginError = (error: unknown) =>
  error instanceof ApiError && error.status === 401 ? words.wrong : sayError(error);

/** The first thing that loads, so it does without the code of other forms. It stays busy until the next page is there. */
export function LoginForm({ back }: { back: string }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFault('');
    try {
      await logIn({ email: String(form.get('email')).trim(), password: String(form.get('password')) });
      window.location.replace(back);
    } catch (error) {
      setFault(sayLoginError(error));
      setBusy(false);
    }
  };
  // POST, so that a submit before hydration does not put the password into the URL.
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
      {fault && <FormError text={fault} />}
      <Field label={words.email}>
        {(control) => (
          <Input {...control} className="h-11!" name="email" type="email" autoComplete="username" required autoFocus />
        )}
      </Field>
      <Field label={words.password}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </Field>
      <Button type="submit" size="lg" busy={isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}
