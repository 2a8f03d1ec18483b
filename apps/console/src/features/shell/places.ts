import {
  Activity,
  Ban,
  Building2,
  DatabaseZap,
  Globe,
  House,
  IdCard,
  History,
  Inbox,
  KeyRound,
  LayoutTemplate,
  MailCheck,
  ListChecks,
  Mail,
  Plug,
  Send,
  Settings,
  Shapes,
  UserRoundCog,
  Users,
  Webhook,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { mayCall, type OperationId, type SessionView } from '@dundun/client';
import { words } from './words';

export interface Place {
  href: string;
  label: string;
  icon: LucideIcon;
  /** The key after `g` that goes there. */
  key?: string;
  /** What the page calls: it does not show to members who may not. */
  call?: OperationId;
}

/** The navigation, group by group. A page is added here when it exists. */
export const PLACES: Place[][] = [
  [
    { href: '/', label: words.home, icon: House, key: 'h' },
    { href: '/people', label: words.people, icon: Users, key: 'p' },
    { href: '/lists', label: words.lists, icon: ListChecks, key: 'l' },
    { href: '/segments', label: words.segments, icon: Shapes, key: 'a', call: 'listSegments' },
  ],
  [
    { href: '/campaigns', label: words.campaigns, icon: Send, key: 'c', call: 'listCampaigns' },
    { href: '/automations', label: words.automations, icon: Workflow, key: 'w', call: 'listAutomations' },
    { href: '/templates', label: words.templates, icon: LayoutTemplate, key: 't' },
  ],
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
  { href: '/settings/deliverability', label: words.deliverability, icon: MailCheck, call: 'getDeliverability' },
  { href: '/settings/providers', label: words.providers, icon: Plug, call: 'listIntegrations' },
  { href: '/settings/sources', label: words.sources, icon: DatabaseZap, call: 'listSources' },
  { href: '/settings/webhooks', label: words.webhooks, icon: Webhook, call: 'listWebhooks' },
  { href: '/settings/keys', label: words.keys, icon: KeyRound, call: 'listKeys' },
  { href: '/settings/profiles', label: words.profiles, icon: IdCard },
  { href: '/settings/suppressions', label: words.suppressions, icon: Ban, call: 'listSuppressions' },
  { href: '/settings/audit', label: words.audit, icon: History, call: 'listAudit' },
];

/** What the command palette can do besides going somewhere. */
export const TASKS: { href: string; label: string; call: OperationId }[] = [
  { href: '/people/imports', label: words.importPeople, call: 'createImport' },
  { href: '/lists?dialog=create', label: words.createList, call: 'createList' },
  { href: '/segments/new', label: words.createSegment, call: 'createSegment' },
  { href: '/campaigns?dialog=create', label: words.createCampaign, call: 'createCampaign' },
  { href: '/automations?dialog=create', label: words.createAutomation, call: 'createAutomation' },
  { href: '/templates?dialog=create', label: words.createTemplate, call: 'createTemplate' },
  { href: '/settings/domains?dialog=add', label: words.addDomain, call: 'addDomain' },
  { href: '/settings/providers?dialog=connect', label: words.connectProvider, call: 'connectIntegration' },
  { href: '/settings/sources?dialog=connect', label: words.connectSource, call: 'addSource' },
  { href: '/settings/webhooks?dialog=add', label: words.addWebhook, call: 'createWebhook' },
  { href: '/settings/keys?dialog=create', label: words.createKey, call: 'createKey' },
  { href: '/settings/suppressions?dialog=add', label: words.suppress, call: 'addSuppressions' },
  { href: '/settings/team?dialog=invite', label: words.invite, call: 'inviteInvitation' },
  { href: '/account', label: words.yourAccount, call: 'getMe' },
  { href: '/?dialog=tour', label: words.takeTour, call: 'getMe' },
];

/** Returns the places and tasks that a member may use. */
export const offered = <T extends { call?: OperationId }>(all: readonly T[], member: SessionView['member']): T[] =>
  all.filter(({ call }) => call === undefined || mayCall(member, call));

/** Returns the place that contains a page: of two, the inner one. */
export const placeOf = (pathname: string, places: readonly Place[]) =>
  places
    .filter(({ href }) => pathname === href || (href !== '/' && pathname.startsWith(`${href}/`)))
    .sort((one, other) => other.href.length - one.href.length)[0];
