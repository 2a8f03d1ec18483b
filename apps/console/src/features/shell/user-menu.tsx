'use client';

import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuLine, MenuRadio, MenuRadioGroup } from '@/components/ui/menu';
import { useLogout } from '@/features/session/queries';
import { useShortcuts } from '@/lib/shortcuts';
import { useShell } from './shell-context';
import { words } from './words';

const THEMES = [
  { value: 'system', label: words.system, icon: Monitor },
  { value: 'light', label: words.light, icon: Sun },
  { value: 'dark', label: words.dark, icon: Moon },
];

export function UserMenu() {
  const { member } = useShell().session;
  const { theme, setTheme } = useTheme();
  const { enabled, setEnabled } = useShortcuts();
  const logout = useLogout();
  const name = member.name || member.email;
  return (
    <Menu align="start" side="top" trigger={<Trigger name={name} role={member.role} />}>
      <p className="max-w-56 truncate px-2.5 pt-1.5 pb-1 text-[13px] text-muted">{member.email}</p>
      <MenuLine />
      <MenuLabel>{words.theme}</MenuLabel>
      <MenuRadioGroup value={theme} onValueChange={setTheme}>
        {THEMES.map(({ value, label, icon: Icon }) => (
          <MenuRadio key={value} value={value} onSelect={(event) => event.preventDefault()}>
            <Icon aria-hidden="true" className="text-muted" /> {label}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
      <MenuLine />
      <MenuCheck checked={enabled} onCheckedChange={setEnabled} onSelect={(event) => event.preventDefault()}>
        <Keyboard aria-hidden="true" className="text-muted" /> {words.shortcuts}
      </MenuCheck>
      <MenuLine />
      <MenuItem onSelect={() => logout.mutate()}>
        <LogOut aria-hidden="true" className="text-muted" /> {words.logout}
      </MenuItem>
    </Menu>
  );
}

/** The menu passes the remaining props to its trigger. */
function Trigger({ name, role, ...props }: { name: string; role: string }) {
  return (
    <button
      type="button"
      aria-label={`${words.account}: ${name}`}
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
        <span className="block truncate text-[13px] font-medium">{name}</span>
        <span className="block truncate text-xs text-muted">{words.role(role)}</span>
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
    </button>
  );
}
