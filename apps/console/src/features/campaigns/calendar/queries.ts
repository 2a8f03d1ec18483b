'use client';

import { answerOf, type components } from '@dundun/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 15_000;

export type CalendarCampaign = components['schemas']['CalendarCampaignView'];

export function useCalendar(from: string, to: string) {
  return useQuery({
    queryKey: ['campaigns', 'calendar', from, to],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/campaigns/calendar', { params: { query: { from, to } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
