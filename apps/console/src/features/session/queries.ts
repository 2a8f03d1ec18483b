'use client';

import { ApiError, answerOf } from '@dundun/client';
import { useMutation } from '@tanstack/react-query';
import { toast } from '@/lib/toast';
import { words } from '@/features/shell/words';
import { api } from '@/lib/api';
import { solveChallenge } from '@/lib/proof-of-work';
import { sayError } from '@/lib/say-error';

interface Login {
  email: string;
  password: string;
}

/** Another login may use up the challenges that this page solves. */
const MOST_CHALLENGES = 3;

/** Logs in. If too many attempts were made, by anybody, solves a challenge, which is always admitted. */
async function logIn({ email, password }: Login) {
  let proof: string | undefined;
  for (let challenges = 0; ; challenges++) {
    try {
      return await answerOf(api.POST('/console/session', { body: { email, password, proof } }));
    } catch (error) {
      const isLimited = error instanceof ApiError && error.code === 'too_many_logins';
      if (!isLimited || challenges === MOST_CHALLENGES) throw error;
      proof = await solveChallenge(await answerOf(api.POST('/console/session/challenge', { body: { email } })));
    }
  }
}

/** Login and logout load a new document, so that no data of one session stays in memory for the next. */
export function useLogin(back: string) {
  return useMutation({
    mutationFn: logIn,
    onSuccess: () => window.location.replace(back),
  });
}

export const openInvitation = (token: string) => answerOf(api.POST('/console/invitations/open', { body: { token } }));

export function useAccept() {
  return useMutation({
    mutationFn: (body: { token: string; name: string; password: string }) =>
      answerOf(api.POST('/console/invitations/accept', { body })),
    onSuccess: () => window.location.replace('/'),
  });
}

export function useLogout() {
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/console/session')),
    onSuccess: () => window.location.replace('/login'),
    onError: (error) => toast.error(words.logoutFailed, { description: sayError(error) }),
  });
}
