'use client';

import { CircleUserRound, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import Link from 'next/link';
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuLine, MenuRadio, MenuRadioGroup } from '@/components/ui/menu';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { useLogout } from '@/features/session/queries';
import { useShortcuts } from '@/lib/shortcuts';
import { useShell } from './shell-context';
import { words } from './words';

const THEMES = [
  { value: 'system', label: words.system, icon: Monitor },
  { value: 'light', label: words.light, icon: Sun },
  { value: 'dark', label: words.dark, icon: Moon },
];

/** The menu of the account: appearance, shortcuts, log out. */
export function AccountMenu({ trigger, defaultOpen }: LoadedMenuProps) {
  const { member } = useShell().session;
  const { theme, setTheme } = useTheme();
  const { enabled, setEnabled } = useShortcuts();
  const logout = useLogout();
  return (
    <Menu align="start" side="top" trigger={trigger} defaultOpen={defaultOpen}>
      <p className="max-w-56 truncate px-2.5 pt-1.5 pb-1 text-[13px] text-muted">{member.email}</p>
      <MenuItem asChild>
        <Link href="/account">
          <CircleUserRound aria-hidden="true" className="text-muted" /> {words.yourAccount}
        </Link>
      </MenuItem>
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
