'use client';

import { answerOf } from '@dundun/client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { api } from '@/lib/api';
import { sayError } from '@/lib/say-error';
import { words } from './words';

/** Where to go after the identity provider; kept by the tab, like the drafts of its forms. */
export const SSO_BACK = 'dundun.sso.back';

/** Leaves for the identity provider, which sends the browser back to `/login/sso`. */
export function SsoButton({ name, back, isOnly }: { name: string; back: string; isOnly: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const go = async () => {
    setBusy(true);
    setFault('');
    try {
      const { url } = await answerOf(api.POST('/console/session/sso'));
      sessionStorage.setItem(SSO_BACK, back);
      window.location.assign(url);
    } catch (error) {
      setFault(sayError(error));
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-5">
      {fault && <FormError text={fault} />}
      <Button variant={isOnly ? 'primary' : 'outline'} size="lg" busy={isBusy} onClick={() => void go()}>
        {words.sso(name)}
      </Button>
    </div>
  );
}
