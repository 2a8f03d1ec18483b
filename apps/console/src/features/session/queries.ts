'use client';

import { answerOf, ApiError } from '@dundun/client';
import { useMutation } from '@tanstack/react-query';
import { words } from '@/features/shell/words';
import { api } from '@/lib/api';
import { setLeaving } from '@/lib/query-client';
import { withProof } from './log-in';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';

export const openInvitation = (token: string) => answerOf(api.POST('/console/invitations/open', { body: { token } }));

/** Login, accepting and logout load a new document, so that no data of one session stays in memory for the next. */
export function useAccept() {
  return useMutation({
    mutationFn: ({ email, ...body }: { email: string; token: string; name: string; password: string; code?: string }) =>
      withProof(email, (proof) => answerOf(api.POST('/console/invitations/accept', { body: { ...body, proof } }))),
    onSuccess: () => window.location.replace('/'),
  });
}

export function useLogout() {
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/console/session')),
    onMutate: () => setLeaving(true),
    onSuccess: ({ sign_out_url: url }) => window.location.replace(url ?? '/login'),
    onError: (error) => {
      // The session had ended before.
      if (error instanceof ApiError && error.status === 401) return window.location.replace('/login');
      setLeaving(false);
      toast.error(words.logoutFailed, { description: sayError(error) });
    },
  });
}
