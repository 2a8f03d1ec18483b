'use client';

import { answerOf } from '@dundun/client';
import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { words } from '@/features/shell/words';
import { api } from '@/lib/api';
import { sayError } from '@/lib/say-error';

/** Login and logout load a new document, so that no data of one session stays in memory for the next. */
export function useLogin(back: string) {
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => answerOf(api.POST('/console/session', { body })),
    onSuccess: () => window.location.replace(back),
  });
}

export function useLogout() {
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/console/session')),
    onSuccess: () => window.location.replace('/login'),
    onError: (error) => toast.error(words.logoutFailed, { description: sayError(error) }),
  });
}
