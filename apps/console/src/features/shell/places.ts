import {
  Activity,
  Ban,
  Building2,
  Globe,
  IdCard,
  Inbox,
  LayoutTemplate,
  ListChecks,
  Mail,
  Plug,
  Settings,
  UserRoundCog,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { words } from './words';

export interface Place {
  href: string;
  label: string;
  icon: LucideIcon;
  /** The key after `g` that goes there. */
  key?: string;
}

/** The navigation, group by group. A page is added here when it exists. */
export const PLACES: Place[][] = [
  [
    { href: '/people', label: words.people, icon: Users, key: 'p' },
    { href: '/lists', label: words.lists, icon: ListChecks, key: 'l' },
  ],
  [{ href: '/templates', label: words.templates, icon: LayoutTemplate, key: 't' }],
  [
    { href: '/messages', label: words.messages, icon: Mail, key: 'm' },
    { href: '/inbox', label: words.inbox, icon: Inbox, key: 'i' },
    { href: '/events', label: words.events, icon: Activity, key: 'e' },
  ],
  [{ href: '/settings', label: words.settings, icon: Settings, key: 's' }],
];

/** The navigation within the settings. */
export const SETTINGS: Place[] = [
  { href: '/settings/workspace', label: words.workspace, icon: Building2 },
  { href: '/settings/team', label: words.team, icon: UserRoundCog },
  { href: '/settings/domains', label: words.domains, icon: Globe },
  { href: '/settings/providers', label: words.providers, icon: Plug },
  { href: '/settings/profiles', label: words.profiles, icon: IdCard },
  { href: '/settings/suppressions', label: words.suppressions, icon: Ban },
];

/** What the command palette can do besides going somewhere. */
export const TASKS: { href: string; label: string }[] = [
  { href: '/lists?dialog=create', label: words.createList },
  { href: '/settings/domains?dialog=add', label: words.addDomain },
  { href: '/settings/providers?dialog=connect', label: words.connectProvider },
  { href: '/settings/suppressions?dialog=add', label: words.suppress },
  { href: '/settings/team?dialog=invite', label: words.invite },
];

/** Returns the place that contains a page: of two, the inner one. */
export const placeOf = (pathname: string, places: readonly Place[]) =>
  places
    .filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
    .sort((one, other) => other.href.length - one.href.length)[0];
