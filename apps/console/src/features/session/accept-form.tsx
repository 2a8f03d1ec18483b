import { ApiError } from '@dundun/client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { CodeInput } from './code-input';
import { PasswordInput } from './password-input';
import { useAccept } from './queries';
import { words } from './words';

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '');
const sayAcceptError = (error: unknown) => (codeOf(error) === 'wrong_login' ? words.wrong : sayError(error));

/** Chooses name and password; who signs in already proves it instead. The email is shown for password managers too. */
export function AcceptForm({ token, email, isKnown }: { token: string; email: string; isKnown: boolean }) {
  const accept = useAccept();
  const isAskedForCode = codeOf(accept.error) === 'second_factor_needed';
  const [hasFactor, setHasFactor] = useState(false);
  if (isAskedForCode && !hasFactor) setHasFactor(true);
  const isBusy = accept.isPending || accept.isSuccess;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const code = form.get('code');
    accept.mutate({
      token,
      email,
      name: String(form.get('name')).trim(),
      password: String(form.get('password')),
      ...(code !== null && { code: String(code).trim() }),
    });
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-5">
      {accept.error && !isAskedForCode && <FormError text={sayAcceptError(accept.error)} />}
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
      {isKnown ? (
        <Field label={words.password}>
          {(control) => <PasswordInput {...control} maxLength={1024} autoComplete="current-password" />}
        </Field>
      ) : (
        <Field label={words.password} hint={words.passwordHint}>
          {(control) => <PasswordInput {...control} minLength={8} maxLength={1024} autoComplete="new-password" />}
        </Field>
      )}
      {hasFactor && <CodeInput />}
      <Button type="submit" size="lg" busy={isBusy}>
        {words.accept}
      </Button>
    </form>
  );
}
