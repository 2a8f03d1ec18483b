'use client';

import { ChevronsUpDown } from 'lucide-react';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { useShell } from './shell-context';
import { words } from './words';

const AccountMenu = lazyMenu(() => import('./account-menu').then(({ AccountMenu: loaded }) => loaded));

export function UserMenu() {
  const { member } = useShell().session;
  return <AccountMenu trigger={<Trigger name={member.name || member.email} role={member.role} />} />;
}

/** The menu passes the remaining props to its trigger. */
function Trigger({ name, role, ...props }: { name: string; role: string }) {
  return (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded-lg p-2 text-left transition-colors hover:bg-line/60 data-[state=open]:bg-line/60"
      {...props}
    >
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-tint text-sm font-semibold text-on-tint"
      >
        {name.charAt(0).toUpperCase()}
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="sr-only">{words.account}: </span>
        <span className="block truncate text-[13px] font-medium">{name}</span>
        <span className="block truncate text-xs text-muted">{words.role(role)}</span>
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
    </button>
  );
}
