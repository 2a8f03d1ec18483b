'use client';

import { answerOf, type components } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { Campaign } from '../queries';

const REFRESH_MS = 15_000;

export type CampaignReport = components['schemas']['CampaignReportView'];
export type MailFigures = components['schemas']['MailFiguresView'];

const path = (id: string) => ({ path: { id } });

export function useReport({ id }: Campaign) {
  return useQuery({
    queryKey: ['campaign', id, 'report'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/campaigns/{id}/report', { params: path(id), signal })),
    refetchInterval: REFRESH_MS,
  });
}

export function useChangeLink(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['ChangeCampaignLinkBody']) =>
      answerOf(api.PUT('/console/campaigns/{id}/links', { params: path(id), body })),
    onSuccess: (report) => client.setQueryData(['campaign', id, 'report'], report),
  });
}

/** The content of a campaign that was started does not change. */
export function useClickMap({ id }: Campaign) {
  return useQuery({
    queryKey: ['campaign', id, 'click-map'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/campaigns/{id}/click-map', { params: path(id), signal })),
    staleTime: Infinity,
    retry: false,
  });
}
