'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const key = ['identity'] as const;

const read = (signal: AbortSignal) => answerOf(api.GET('/console/identity', { signal }));

export type Identity = Awaited<ReturnType<typeof read>>;
export type IdentityChanges = Partial<Pick<Identity, 'required' | 'closed_attributes' | 'close_used_attributes'>>;

export function useIdentity() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => read(signal), retry: false });
}

function useTake() {
  const client = useQueryClient();
  return (identity: Identity) => client.setQueryData(key, identity);
}

export function useUpdateIdentity() {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: (body: IdentityChanges) => answerOf(api.PUT('/console/identity', { body })),
    onSuccess,
  });
}

export function useRotateIdentity() {
  const onSuccess = useTake();
  return useMutation({ mutationFn: () => answerOf(api.POST('/console/identity/rotate')), onSuccess });
}
