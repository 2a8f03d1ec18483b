'use client';

import { Ellipsis, Pause, Pencil, Play } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { PageHeader } from '@/components/ui/page-header';
import { May } from '@/features/session/may';
import { useMay } from '@/features/session/use-may';
import { momentOf } from '@/lib/format';
import type { AutomationDetail } from '../queries';
import { StateBadge } from '../state-badge';
import { words as all } from '../words';
import type { Control } from './control-dialogs';
import type { LiveMenuProps } from './live-menu';
import { words } from './words';

const ControlDialog = dynamic(() => import('./control-dialogs').then(({ ControlDialog: loaded }) => loaded));
const LiveMenu = lazyMenu<LiveMenuProps>(() => import('./live-menu').then(({ LiveMenu: loaded }) => loaded));

interface LiveHeadProps {
  automation: AutomationDetail;
  onVersions: () => void;
  onWhy: () => void;
  onEnrol?: () => void;
}

/** Name, state and what can be done about it. */
export function LiveHead({ automation, onVersions, onWhy, onEnrol }: LiveHeadProps) {
  const { id, name, state, enters } = automation;
  const [control, setControl] = useState<Control | null>(null);
  const mayControl = useMay('pauseAutomation');
  const canResume = state === 'paused' || state === 'draining' || (state === 'live' && !enters);
  return (
    <PageHeader
      above={<BackLink href="/automations" label={all.back} />}
      title={<span dir="auto">{name}</span>}
      text={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <StateBadge automation={automation} />
          {noteOf(automation)}
        </span>
      }
    >
      {state === 'live' && enters && (
        <May call="pauseAutomation">
          <Button variant="outline" onClick={() => setControl('pause')}>
            <Pause /> {words.pause}
          </Button>
        </May>
      )}
      {canResume && (
        <May call="resumeAutomation">
          <Button variant="outline" onClick={() => setControl('resume')}>
            <Play /> {words.resume}
          </Button>
        </May>
      )}
      <Button asChild>
        <Link href={`/automations/${encodeURIComponent(id)}/edit`}>
          <Pencil /> {words.edit}
        </Link>
      </Button>
      <LiveMenu
        automation={automation}
        mayControl={mayControl}
        onControl={setControl}
        onVersions={onVersions}
        onWhy={onWhy}
        onEnrol={onEnrol}
        trigger={
          <Button variant="outline" size="icon" aria-label={words.more}>
            <Ellipsis />
          </Button>
        }
      />
      {control && <ControlDialog automation={automation} control={control} onClose={() => setControl(null)} />}
    </PageHeader>
  );
}

function noteOf({ state, enters, note, paused_at }: AutomationDetail): string | null {
  if (note) return note;
  if (state === 'paused' && paused_at) return words.pausedSince({ when: momentOf(paused_at) });
  if (state === 'draining') return words.draining;
  if (state === 'stopped') return words.isStopped;
  return enters ? null : words.doorClosed;
}
