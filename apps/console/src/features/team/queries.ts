'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 10_000;
const keys = { members: ['members'] as const, invitations: ['invitations'] as const };

const readMembers = (signal: AbortSignal) => answerOf(api.GET('/console/members', { signal }));
const readInvitations = (signal: AbortSignal) => answerOf(api.GET('/console/invitations', { signal }));

export type MemberView = Awaited<ReturnType<typeof readMembers>>['data'][number];
export type InvitationView = Awaited<ReturnType<typeof readInvitations>>['data'][number];
export type Role = MemberView['role'];

/** A role, and the lists that it is limited to; null is all. */
export interface Rights {
  role: Role;
  lists: string[] | null;
}

export function useMembers() {
  return useQuery({
    queryKey: keys.members,
    queryFn: ({ signal }) => readMembers(signal),
    refetchInterval: REFRESH_MS,
  });
}

export function useInvitations(wanted: boolean) {
  return useQuery({
    queryKey: keys.invitations,
    queryFn: ({ signal }) => readInvitations(signal),
    refetchInterval: REFRESH_MS,
    enabled: wanted,
  });
}

/** Refetches members and invitations after a change. */
function useChange<T, R>(change: (given: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keys.members });
      await client.invalidateQueries({ queryKey: keys.invitations });
    },
  });
}

export const useInvite = () =>
  useChange((body: Rights & { email: string }) => answerOf(api.POST('/console/invitations', { body })));

export const useResend = () =>
  useChange((id: string) => answerOf(api.POST('/console/invitations/{id}/resend', { params: { path: { id } } })));

export const useRevoke = () =>
  useChange((id: string) => answerOf(api.DELETE('/console/invitations/{id}', { params: { path: { id } } })));

export const useChangeRights = () =>
  useChange(({ id, ...body }: Rights & { id: string }) =>
    answerOf(api.PUT('/console/members/{id}', { params: { path: { id } }, body })),
  );

export const useEndSessions = () =>
  useChange((id: string) => answerOf(api.DELETE('/console/members/{id}/sessions', { params: { path: { id } } })));

export const useResetFactor = () =>
  useChange((id: string) => answerOf(api.DELETE('/console/members/{id}/two-factor', { params: { path: { id } } })));

export const useRemoveMember = () =>
  useChange((id: string) => answerOf(api.DELETE('/console/members/{id}', { params: { path: { id } } })));
