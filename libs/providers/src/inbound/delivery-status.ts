import { type BounceClass, bounceClass } from '@dundun/domain';
import { oneLine } from '../adapter/network-error.js';
import type { ReportKind } from '../adapter/webhook.js';
import { addressIn, dateIn, fieldGroups, type MailFields } from './mail-fields.js';

/** What a report says about one recipient. */
export interface RecipientFact {
  kind: ReportKind;
  bounce?: BounceClass;
  recipient: string | null;
  detail: string;
  at: Date | null;
}

/** `relayed` means passed to a system that sends no reports; `expanded` means delivered to a list (RFC 3464 §2.3.3). */
const ACTIONS: ReadonlyMap<string, ReportKind> = new Map<string, ReportKind>([
  ['failed', 'bounced'],
  ['delayed', 'deferred'],
  ['delivered', 'delivered'],
  ['expanded', 'delivered'],
  ['relayed', 'accepted'],
]);
const BY_CLASS: ReadonlyMap<string, ReportKind> = new Map<string, ReportKind>([
  ['5', 'bounced'],
  ['4', 'deferred'],
  ['2', 'delivered'],
]);

/** Reads a message/delivery-status part and returns one fact per recipient, at most `limit`. */
export function readDeliveryStatus(report: string, date: string | undefined, limit: number): RecipientFact[] {
  const groups = fieldGroups(report);
  const arrival = groups.find((group) => group.has('arrival-date'))?.get('arrival-date');
  return groups
    .filter((group) => group.has('final-recipient') || group.has('original-recipient'))
    .slice(0, limit)
    .map((group) => factOf(group, [date, arrival]))
    .filter((fact) => fact !== null);
}

function factOf(group: MailFields, dates: (string | undefined)[]): RecipientFact | null {
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(group.get('status') ?? '')?.[1] ?? null;
  const action = /^[a-z]+/.exec(group.get('action')?.toLowerCase() ?? '')?.[0] ?? '';
  const kind = ACTIONS.get(action) ?? BY_CLASS.get(status?.charAt(0) ?? '');
  if (!kind) return null;
  // Drops the code type from "smtp; 550 …".
  const said = group.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '') ?? '';
  return {
    kind,
    ...(kind === 'bounced' && { bounce: bounceClass(status, said) }),
    // The address we sent to, before any forwarding.
    recipient: addressIn(group.get('original-recipient')) ?? addressIn(group.get('final-recipient')),
    detail: oneLine(said.includes(status ?? '') && said ? said : `${status ?? action} ${said}`),
    at: dateIn(group.get('last-attempt-date'), ...dates),
  };
}
