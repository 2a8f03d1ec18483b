'use client';

import { answerOf, type components } from '@dundun/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 60_000;

export type MailboxFigures = components['schemas']['MailboxFiguresView'];
export type DomainDeliverability = components['schemas']['DomainDeliverabilityView'];

export function useDeliverability() {
  return useQuery({
    queryKey: ['deliverability'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/deliverability', { signal })),
    refetchInterval: REFRESH_MS,
  });
}
