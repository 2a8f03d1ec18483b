'use client';

import { answerOf } from '@dundun/client';
import { useMutation } from '@tanstack/react-query';
import { words } from '@/features/shell/words';
import { api } from '@/lib/api';
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
    onSuccess: ({ sign_out_url: url }) => window.location.replace(url ?? '/login'),
    onError: (error) => toast.error(words.logoutFailed, { description: sayError(error) }),
  });
}
