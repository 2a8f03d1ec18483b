'use client';

import { answerOf } from '@dundun/client';
import Link from 'next/link';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { api } from '@/lib/api';
import { sayError } from '@/lib/say-error';
import { SignInFrame } from './sign-in-frame';
import { words } from './words';

/** Asks for a link to choose a new password. What it says is the same for every address. */
export function ForgotPage() {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [sentTo, setSentTo] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setBusy(true);
    setFault('');
    try {
      await answerOf(api.POST('/console/password-resets', { body: { email } }));
      setSentTo(email);
    } catch (error) {
      setFault(sayError(error));
    }
    setBusy(false);
  };
  if (sentTo)
    return (
      <SignInFrame title={words.sentTitle}>
        <p role="status" className="text-sm break-words text-muted">
          {words.sentText(sentTo)}
        </p>
        <BackToLogin />
      </SignInFrame>
    );
  return (
    <SignInFrame title={words.forgotTitle} text={words.forgotText}>
      <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
        {fault && <FormError text={fault} />}
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
        <Button type="submit" size="lg" busy={isBusy}>
          {words.sendLink}
        </Button>
      </form>
      <BackToLogin />
    </SignInFrame>
  );
}

export const BackToLogin = () => (
  <Button asChild variant="ghost" className="mt-4 w-full">
    <Link href="/login">{words.backToLogin}</Link>
  </Button>
);
