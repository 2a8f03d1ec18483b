'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const keys = { me: ['me'] as const, sessions: ['me', 'sessions'] as const };

const readMe = (signal: AbortSignal) => answerOf(api.GET('/console/me', { signal }));
const readSessions = (signal: AbortSignal) => answerOf(api.GET('/console/me/sessions', { signal }));

export type Me = Awaited<ReturnType<typeof readMe>>;
export type OwnSession = Awaited<ReturnType<typeof readSessions>>['data'][number];

export const useMe = () => useQuery({ queryKey: keys.me, queryFn: ({ signal }) => readMe(signal) });

export const useSessions = () =>
  useQuery({ queryKey: keys.sessions, queryFn: ({ signal }) => readSessions(signal), refetchInterval: 30_000 });

/** Refetches the account after a change. */
function useChange<T, R>(change: (given: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: keys.me }) });
}

export const useRename = () => useChange((body: { name: string }) => answerOf(api.PUT('/console/me', { body })));

export const useChangePassword = () =>
  useChange((body: { password: string; new_password: string }) => answerOf(api.POST('/console/me/password', { body })));

export const useOffer = () =>
  useChange((body: { password: string }) => answerOf(api.POST('/console/me/two-factor', { body })));

export const useConfirm = () =>
  useChange((body: { code: string }) => answerOf(api.POST('/console/me/two-factor/confirm', { body })));

/** A code has six digits or the form of a recovery code; anything else is the password. */
const proofOf = (proof: string) =>
  /^(\d{3}\s?\d{3}|[0-9a-z]{4}(-?[0-9a-z]{4}){3})$/i.test(proof.trim()) ? { code: proof.trim() } : { password: proof };

export const useRemoveFactor = () =>
  useChange((proof: string) => answerOf(api.POST('/console/me/two-factor/remove', { body: proofOf(proof) })));

export const useRenewCodes = () =>
  useChange((proof: string) => answerOf(api.POST('/console/me/recovery-codes', { body: proofOf(proof) })));

export const useEndSession = () =>
  useChange((id: string) => answerOf(api.DELETE('/console/me/sessions/{id}', { params: { path: { id } } })));

export const useEndOthers = () => useChange((_: void) => answerOf(api.DELETE('/console/me/sessions')));
