'use client';

import { answerOf } from '@dundun/client';
import { useEffect, useRef, useState } from 'react';
import { FormError } from '@/components/ui/form-error';
import { Spinner } from '@/components/ui/spinner';
import { api } from '@/lib/api';
import { returnPath } from '@/lib/return-path';
import { sayError } from '@/lib/say-error';
import { BackToLogin } from './forgot-page';
import { SignInFrame } from './sign-in-frame';
import { SSO_BACK } from './sso-button';
import { words } from './words';

/** Where the identity provider sends the browser: hands its answer, which works once, to the API. */
export function SsoPage() {
  const [fault, setFault] = useState('');
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    const query = window.location.search.slice(1) || 'none';
    answerOf(api.POST('/console/session/sso/finish', { body: { query } })).then(
      () => window.location.replace(returnPath(sessionStorage.getItem(SSO_BACK))),
      (error: unknown) => setFault(sayError(error)),
    );
  }, []);
  if (!fault)
    return (
      <SignInFrame title={words.ssoTitle} text={words.ssoText}>
        <Spinner />
      </SignInFrame>
    );
  return (
    <SignInFrame title={words.ssoFailed}>
      <FormError text={fault} />
      <BackToLogin />
    </SignInFrame>
  );
}
