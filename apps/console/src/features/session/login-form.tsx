'use client';

import { ApiError } from '@dundun/client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { CodeInput } from './code-input';
import { logIn, type Login } from './log-in';
import { PasswordInput } from './password-input';
import { words } from './words';

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '');
const sayLoginError = (error: unknown) => (codeOf(error) === 'wrong_login' ? words.wrong : sayError(error));

/** The first thing that loads, so it does without the code of other forms. It stays busy until the next page is there. */
export function LoginForm({ back }: { back: string }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [login, setLogin] = useState<Login>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const given = login
      ? { ...login, code: String(form.get('code')).trim() }
      : { email: String(form.get('email')).trim(), password: String(form.get('password')) };
    setBusy(true);
    setFault('');
    try {
      await logIn(given);
      window.location.replace(back);
    } catch (error) {
      if (codeOf(error) === 'second_factor_needed') setLogin(given);
      else setFault(sayLoginError(error));
      setBusy(false);
    }
  };
  // POST, so that a submit before hydration does not put the password into the URL.
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
      {fault && <FormError text={fault} />}
      {login ? (
        <CodeInput />
      ) : (
        <>
          <Field label={words.email}>
            {(control) => (
              <Input
                {...control}
                className="h-11!"
                name="email"
                type="email"
                autoComplete="username"
                required
                autoFocus
              />
            )}
          </Field>
          <div className="relative">
            <Field label={words.password}>
              {(control) => <PasswordInput {...control} autoComplete="current-password" />}
            </Field>
            <a
              href="/forgot"
              className="absolute top-0 right-0 rounded text-[13px] leading-6 text-muted underline underline-offset-4 hover:text-foreground"
            >
              {words.forgot}
            </a>
          </div>
        </>
      )}
      <Button type="submit" size="lg" busy={isBusy}>
        {words.submit}
      </Button>
      {login && (
        <Button
          variant="ghost"
          onClick={() => {
            setLogin(undefined);
            setFault('');
          }}
        >
          {words.otherLogin}
        </Button>
      )}
    </form>
  );
}
