'use client';

import { answerOf } from '@dundun/client';
import { useEffect, useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { api } from '@/lib/api';
import { sayError } from '@/lib/say-error';
import { BackToLogin } from './forgot-page';
import { PasswordInput } from './password-input';
import { SignInFrame } from './sign-in-frame';
import { words } from './words';

type State =
  { kind: 'opening' | 'done' } | { kind: 'broken'; why: string } | { kind: 'open'; token: string; email: string };

/** The page behind the link of a reset. The token is in the fragment, which no server sees. */
export function ResetPage() {
  const [state, setState] = useState<State>({ kind: 'opening' });
  useEffect(() => {
    const token = window.location.hash.slice(1);
    if (!token) return setState({ kind: 'broken', why: words.noToken });
    answerOf(api.POST('/console/password-resets/open', { body: { token } })).then(
      ({ email }) => setState({ kind: 'open', token, email }),
      (error: unknown) => setState({ kind: 'broken', why: sayError(error) }),
    );
  }, []);
  if (state.kind === 'broken')
    return (
      <SignInFrame title={words.acceptFailed}>
        <FormError text={state.why} />
        <BackToLogin />
      </SignInFrame>
    );
  if (state.kind === 'done')
    return (
      <SignInFrame title={words.resetDone}>
        <p role="status" className="text-sm text-muted">
          {words.resetDoneText}
        </p>
        <BackToLogin />
      </SignInFrame>
    );
  return (
    <SignInFrame title={words.resetTitle} text={words.resetText}>
      {state.kind === 'open' ? (
        <ResetForm token={state.token} email={state.email} onDone={() => setState({ kind: 'done' })} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </SignInFrame>
  );
}

function ResetForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const password = String(new FormData(event.currentTarget).get('password'));
    setBusy(true);
    setFault('');
    try {
      await answerOf(api.POST('/console/password-resets/use', { body: { token, password } }));
      onDone();
    } catch (error) {
      setFault(sayError(error));
      setBusy(false);
    }
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
      {fault && <FormError text={fault} />}
      <Field label={words.email}>
        {(control) => (
          <Input {...control} className="h-11!" type="email" value={email} autoComplete="username" readOnly />
        )}
      </Field>
      <Field label={words.newPassword} hint={words.passwordHint}>
        {(control) => (
          <PasswordInput {...control} minLength={8} maxLength={1024} autoComplete="new-password" autoFocus />
        )}
      </Field>
      <Button type="submit" size="lg" busy={isBusy}>
        {words.savePassword}
      </Button>
    </form>
  );
}
