import type { BounceClass } from '@dundun/domain';
import { oneLine } from '../network-error.js';
import type { Cost } from '../provider.js';
import type { DeliveryReport, ReportKind } from '../webhook.js';
import { digitsOf } from './webhook-fields.js';

/** What one word of a provider means: a kind, or a bounce of a class. */
export type SmsReportKind = Exclude<ReportKind, 'bounced'> | BounceClass;

/** What a provider said about one SMS, in its own words. */
export interface SmsWords {
  id: string;
  status: string;
  /** Its reason, code or both. */
  reason?: string;
  to?: string;
  at?: Date | null;
  reference?: string | null;
  cost?: Cost;
}

/** A report about one SMS. A provider that repeats itself says the same of the same message. */
export function smsReport(
  kind: SmsReportKind,
  { id, status, reason, to, at, reference, cost }: SmsWords,
): DeliveryReport {
  const isBounce = kind === 'hard' || kind === 'soft' || kind === 'policy';
  return {
    eventId: `${id}:${status}`,
    kind: isBounce ? 'bounced' : kind,
    ...(isBounce && { bounce: kind }),
    providerId: id,
    reference: reference ?? null,
    recipient: to ? digitsOf(to) : null,
    detail: oneLine(reason ? `${status}: ${reason}` : status),
    ...(cost && { cost }),
    at: at ?? null,
  };
}
