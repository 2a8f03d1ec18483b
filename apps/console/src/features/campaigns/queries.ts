'use client';

import { answerOf, type components } from '@dundun/client';
import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const PER_PAGE = 20;
const RECIPIENTS = 20;
const REFRESH_MS = 15_000;
const MOVING_MS = 2_000;
const CHECK_MS = 30_000;
const KEEP_PREVIEW_MS = 5_000;
/** States in which numbers move by themselves. */
const MOVING = ['scheduled', 'freezing', 'sending'];

const keys = { all: ['campaigns'] as const, one: (id: string) => ['campaign', id] as const };
const path = (id: string) => ({ path: { id } });

const readOne = (id: string, signal?: AbortSignal) =>
  answerOf(api.GET('/console/campaigns/{id}', { params: path(id), signal }));

export type Campaign = Awaited<ReturnType<typeof readOne>>;
type CampaignState = Campaign['state'];
type NewCampaign = components['schemas']['CreateCampaignBody'];
export type CampaignChange = components['schemas']['UpdateCampaignBody'];
export type CampaignCheck = components['schemas']['CampaignCheckView'];
export type Halt = components['schemas']['CampaignHaltView'];
export type Recipient = components['schemas']['CampaignRecipientView'];

interface Cursor {
  next_cursor?: string;
  previous_cursor?: string;
}

export function useCampaigns(query: Cursor & { q?: string; state?: CampaignState }) {
  return useQuery({
    queryKey: [...keys.all, query],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/campaigns', { params: { query: { ...query, limit: PER_PAGE } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((each) => MOVING.includes(each.state)) ? MOVING_MS : REFRESH_MS,
  });
}

export function useCampaign(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => readOne(id, signal),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data && MOVING.includes(state.data.state) ? MOVING_MS : REFRESH_MS),
  });
}

/** Returns the name of each campaign by id; null for one that is gone, or not known yet. */
export function useCampaignNames(ids: readonly string[]): (id: string) => string | null {
  const known = useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: keys.one(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => readOne(id, signal),
      staleTime: REFRESH_MS,
    })),
  });
  return (id) => known.find(({ data }) => data?.id === id)?.data?.name ?? null;
}

/** Stores what the service answered, here and in the list. */
export function useTakeCampaign() {
  const client = useQueryClient();
  return (campaign: Campaign) => {
    client.setQueryData(keys.one(campaign.id), campaign);
    void client.invalidateQueries({ queryKey: keys.all });
  };
}

export const changeCampaign = (id: string, body: CampaignChange) =>
  answerOf(api.PUT('/console/campaigns/{id}', { params: path(id), body }));

/** @param version when the draft was saved last; each save is checked again */
export function useCheck(id: string, version: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'check', version],
    queryFn: ({ signal }) => answerOf(api.POST('/console/campaigns/{id}/check', { params: path(id), signal })),
    placeholderData: keepPreviousData,
    refetchInterval: CHECK_MS,
  });
}

/** @param language empty for that of the person */
export function usePreview(id: string, version: string, uid: string, language = '') {
  return useQuery({
    queryKey: [...keys.one(id), 'preview', version, uid, language],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/console/campaigns/{id}/preview', {
          params: path(id),
          body: { ...(uid && { uid }), ...(language && { language }) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: KEEP_PREVIEW_MS,
    retry: false,
  });
}

export type Target = components['schemas']['CampaignTargetView'];

/** The links of the content that was saved last. */
export function useTargets(id: string, version: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'targets', version],
    queryFn: ({ signal }) => answerOf(api.GET('/console/campaigns/{id}/targets', { params: path(id), signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useRecipients(id: string, query: Cursor & { state?: Recipient['state'] }) {
  return useQuery({
    queryKey: [...keys.one(id), 'recipients', query],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/console/campaigns/{id}/recipients', {
          params: { ...path(id), query: { ...query, limit: RECIPIENTS } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function useVariants(id: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'variants'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/campaigns/{id}/variants', { params: path(id), signal })),
    refetchInterval: CHECK_MS,
  });
}

export function useCreateCampaign() {
  const onSuccess = useTakeCampaign();
  return useMutation({
    mutationFn: (body: NewCampaign) => answerOf(api.POST('/console/campaigns', { body })),
    onSuccess,
  });
}

export function useDuplicateCampaign() {
  const onSuccess = useTakeCampaign();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/console/campaigns/{id}/duplicate', { params: path(id) })),
    onSuccess,
  });
}

type FollowUp = components['schemas']['FollowUpBody'];
export type Retried = components['schemas']['RetryCampaignBody']['what'];

/** Creates a draft for recipients of a campaign. */
export function useFollowUp(id: string) {
  const onSuccess = useTakeCampaign();
  return useMutation({
    mutationFn: (body: FollowUp) => answerOf(api.POST('/console/campaigns/{id}/follow-up', { params: path(id), body })),
    onSuccess,
  });
}

/** How many people could get a message again; counted each time, because it takes a while for a large campaign. */
export function useRetries(id: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'retries'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/campaigns/{id}/retry', { params: path(id), signal })),
    gcTime: 0,
  });
}

export function useRetryCampaign(id: string) {
  const onSuccess = useTakeCampaign();
  return useMutation({
    mutationFn: (body: { what: Retried; confirm_count: number }) =>
      answerOf(api.POST('/console/campaigns/{id}/retry', { params: path(id), body })),
    onSuccess,
  });
}

export function useDeleteCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/console/campaigns/{id}', { params: path(id) })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useStartCampaign(id: string) {
  const onSuccess = useTakeCampaign();
  return useMutation({
    mutationFn: (body: { at?: string; confirm_count: number }) =>
      answerOf(api.POST('/console/campaigns/{id}/start', { params: path(id), body })),
    onSuccess,
  });
}

export function useChangePace(id: string) {
  const onSuccess = useTakeCampaign();
  return useMutation({
    mutationFn: (per_minute: number | null) => changeCampaign(id, { per_minute }),
    onSuccess,
  });
}

export function useChangeCeiling(id: string) {
  const onSuccess = useTakeCampaign();
  return useMutation({
    mutationFn: (most_sms_segments: number | null) => changeCampaign(id, { most_sms_segments }),
    onSuccess,
  });
}

export type Move = 'undo' | 'pause' | 'resume' | 'cancel';

const MOVES = {
  undo: (id: string) => answerOf(api.POST('/console/campaigns/{id}/undo', { params: path(id) })),
  pause: (id: string) => answerOf(api.POST('/console/campaigns/{id}/pause', { params: path(id) })),
  resume: (id: string) => answerOf(api.POST('/console/campaigns/{id}/resume', { params: path(id) })),
  cancel: (id: string) => answerOf(api.POST('/console/campaigns/{id}/cancel', { params: path(id) })),
};

export function useMoveCampaign(id: string) {
  const take = useTakeCampaign();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (move: Move) => MOVES[move](id),
    onSuccess: take,
    // A refusal means that the state is another than the one shown.
    onError: () => client.invalidateQueries({ queryKey: keys.one(id) }),
  });
}

export function useTestCampaign(id: string) {
  return useMutation({
    mutationFn: (body: { to?: string; number?: string; uid?: string; language?: string }) =>
      answerOf(api.POST('/console/campaigns/{id}/test', { params: path(id), body })),
  });
}

/** Names the note of a start, so that what happens next replaces its offer to undo it. */
export const startToast = (id: string) => `campaign ${id}`;
