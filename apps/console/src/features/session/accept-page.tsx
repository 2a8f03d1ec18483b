'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { Skeleton } from '@/components/ui/skeleton';
import { sayError } from '@/lib/say-error';
import { AcceptForm } from './accept-form';
import { openInvitation } from './queries';
import { SignInFrame } from './sign-in-frame';
import { words } from './words';

/** The page behind the link of an invitation. The token is in the fragment, which no server sees. */
export function AcceptPage() {
  const [token, setToken] = useState<string>();
  useEffect(() => setToken(window.location.hash.slice(1)), []);
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => openInvitation(token ?? ''),
    enabled: Boolean(token),
    retry: false,
    staleTime: Infinity,
  });
  const isMissing = token === '';
  if (error || isMissing)
    return (
      <SignInFrame title={words.acceptFailed}>
        <FormError text={error ? sayError(error) : words.noToken} />
        <Button asChild variant="outline" className="mt-5">
          <Link href="/login">{words.title}</Link>
        </Button>
      </SignInFrame>
    );
  if (!token || !data)
    return (
      <SignInFrame title={words.acceptTitle}>
        <Skeleton className="h-40 w-full" />
      </SignInFrame>
    );
  return (
    <SignInFrame title={words.join(data.workspace)} text={data.signs_in_already ? words.joinKnownText : words.joinText}>
      <AcceptForm token={token} email={data.email} isKnown={data.signs_in_already} />
    </SignInFrame>
  );
}
