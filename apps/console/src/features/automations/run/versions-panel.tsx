'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorState } from '@/components/ui/error-state';
import { SidePanel } from '@/components/ui/side-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { May } from '@/features/session/may';
import { momentOf } from '@/lib/format';
import { toast } from '@/lib/toast';
import { changeAutomation, useRefreshAutomation, useVersions, type AutomationDetail } from '../queries';
import type { Version } from './queries';
import { words } from './words';

const { versionPanel: said } = words;

interface VersionsPanelProps {
  automation: AutomationDetail;
  onShow: (version: number) => void;
  onClose: () => void;
}

/** The versions, each to be looked at, and to go on from. */
export function VersionsPanel({ automation, onShow, onClose }: VersionsPanelProps) {
  const router = useRouter();
  const refresh = useRefreshAutomation();
  const { data, error, isFetching, refetch } = useVersions(automation.id);
  const [asked, setAsked] = useState<Version | null>(null);
  const [isBusy, setBusy] = useState(false);
  const restore = async ({ version, graph }: Version) => {
    setBusy(true);
    try {
      const body = { graph: { ...graph }, base_updated_at: automation.updated_at };
      await changeAutomation(automation.id, body);
      await refresh(automation.id);
      toast.success(said.restored({ n: version }));
      router.push(`/automations/${automation.id}/edit`);
    } catch (failure) {
      toast.failure(failure);
      setBusy(false);
      setAsked(null);
    }
  };
  return (
    <SidePanel open onClose={onClose} kind={automation.name} title={said.title}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      <ol className="grid gap-2">
        {data?.data.map((each) => (
          <li
            key={each.version}
            className="flex flex-wrap items-center justify-between gap-2 rounded-lg border px-3 py-2 text-[13px]"
          >
            <span>
              <span className="flex items-center gap-2 font-medium">
                {words.versionNumber({ n: each.version })}
                {each.version === automation.live_version && <Badge tone="tint">{said.live}</Badge>}
              </span>
              <span className="text-muted">{momentOf(each.published_at)}</span>
            </span>
            <span className="flex gap-2">
              <Button variant="outline" size="sm" onClick={() => onShow(each.version)}>
                {said.show}
              </Button>
              <May call="updateAutomation">
                <Button variant="outline" size="sm" onClick={() => setAsked(each)}>
                  {said.restore}
                </Button>
              </May>
            </span>
          </li>
        ))}
      </ol>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={said.restoreTitle({ n: asked.version })}
          description={said.restoreText}
          action={said.restore}
          isSafe
          busy={isBusy}
          onConfirm={() => void restore(asked)}
        />
      )}
    </SidePanel>
  );
}
