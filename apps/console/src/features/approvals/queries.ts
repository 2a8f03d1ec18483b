'use client';

import { answerOf, type components } from '@dundun/client';
import { useMutation } from '@tanstack/react-query';
import { useWorkspace } from '@/features/workspace/queries';
import { api } from '@/lib/api';

export type Approval = components['schemas']['ApprovalView'];
export type ApprovalKind = 'campaign' | 'automation';

const path = (id: string) => ({ path: { id } });
const CALLS = {
  campaign: {
    ask: (id: string) => answerOf(api.POST('/console/campaigns/{id}/approval', { params: path(id) })),
    approve: (id: string, version: string) =>
      answerOf(api.POST('/console/campaigns/{id}/approve', { params: path(id), body: { version } })),
    decline: (id: string, body: { version: string; reason: string | null }) =>
      answerOf(api.POST('/console/campaigns/{id}/decline', { params: path(id), body })),
  },
  automation: {
    ask: (id: string) => answerOf(api.POST('/console/automations/{id}/approval', { params: path(id) })),
    approve: (id: string, version: string) =>
      answerOf(api.POST('/console/automations/{id}/approve', { params: path(id), body: { version } })),
    decline: (id: string, body: { version: string; reason: string | null }) =>
      answerOf(api.POST('/console/automations/{id}/decline', { params: path(id), body })),
  },
};

/** Whether somebody has to approve; undefined while it is not known. */
export const useNeedsApproval = (): boolean | undefined => useWorkspace().data?.require_approval;

/** @param onDone is told what became of the request */
export function useApproval(kind: ApprovalKind, id: string, onDone: (approval: Approval) => void) {
  const calls = CALLS[kind];
  const ask = useMutation({ mutationFn: () => calls.ask(id), onSuccess: onDone });
  const approve = useMutation({ mutationFn: (version: string) => calls.approve(id, version), onSuccess: onDone });
  const decline = useMutation({
    mutationFn: (body: { version: string; reason: string | null }) => calls.decline(id, body),
    onSuccess: onDone,
  });
  return { ask, approve, decline };
}
