'use client';

import { ApiError } from '@dundun/client';
import type { FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { PasswordInput } from './password-input';
import { useLogin } from './queries';
import { words } from './words';

const sayLoginError = (error: Error) =>
  error instanceof ApiError && error.status === 401 ? words.wrong : sayError(error);

export function LoginForm({ back }: { back: string }) {
  const login = useLogin(back);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isPending || login.isSuccess) return;
    const form = new FormData(event.currentTarget);
    login.mutate({ email: String(form.get('email')).trim(), password: String(form.get('password')) });
  };
  // POST, so that a submit before hydration does not put the password into the URL.
  return (
    <form method="post" onSubmit={submit} className="grid gap-5">
      {login.isError && <FormError text={sayLoginError(login.error)} />}
      <Field label={words.email}>
        {(control) => (
          <Input {...control} className="h-11!" name="email" type="email" autoComplete="username" required autoFocus />
        )}
      </Field>
      <Field label={words.password}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </Field>
      <Button type="submit" size="lg" busy={login.isPending || login.isSuccess}>
        {words.submit}
      </Button>
    </form>
  );
}
