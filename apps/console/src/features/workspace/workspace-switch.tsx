'use client';

import { ChevronsUpDown } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { useShell } from '@/features/shell/shell-context';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { WORKSPACE_CHANNEL } from './queries';
import { words } from './words';

const WorkspaceMenu = lazyMenu<{ onCreate: () => void }>(() =>
  import('./workspace-menu').then(({ WorkspaceMenu: loaded }) => loaded),
);
const CreateDialog = dynamic(() => import('./create-dialog').then(({ CreateDialog: loaded }) => loaded));

/** Names the workspace, and leads to others. A tab whose browser went elsewhere follows. */
export function WorkspaceSwitch() {
  const { workspace } = useShell().session;
  const [isCreating, setCreating] = useUrlDialog('workspace');
  useEffect(() => {
    const channel = new BroadcastChannel(WORKSPACE_CHANNEL);
    channel.onmessage = () => window.location.assign('/');
    return () => channel.close();
  }, []);
  return (
    <>
      <WorkspaceMenu trigger={<Trigger name={workspace.name} />} onCreate={() => setCreating(true)} />
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </>
  );
}

/** The menu passes the remaining props to its trigger. */
const Trigger = ({ name, ...props }: { name: string }) => (
  <button
    type="button"
    className="-ml-1.5 mt-0.5 flex max-w-full items-center gap-1.5 rounded-md px-1.5 py-1 text-[13px] text-muted transition-colors hover:bg-line/60 hover:text-foreground data-[state=open]:bg-line/60"
    {...props}
  >
    <span className="sr-only">{words.switchTo}: </span>
    <bdi className="min-w-0 truncate" title={name}>
      {name}
    </bdi>
    <ChevronsUpDown className="size-3.5 shrink-0" aria-hidden="true" />
  </button>
);
