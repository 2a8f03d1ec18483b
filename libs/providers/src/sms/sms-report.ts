import type { BounceClass } from '@dundun/domain';
import { oneLine } from '../adapter/network-error.js';
import type { Cost } from '../adapter/provider.js';
import type { DeliveryReport, ReportKind } from '../adapter/webhook.js';
import { digitsOf } from './webhook-fields.js';

/** The meaning of a provider's status: a report kind, or a bounce of a class. */
export type SmsReportKind = Exclude<ReportKind, 'bounced'> | BounceClass;

/** What a provider said about one SMS, in its own words. */
interface SmsWords {
  id: string;
  status: string;
  /** The reason, the code or both. */
  reason?: string;
  to?: string;
  at?: Date | null;
  reference?: string | null;
  cost?: Cost;
}

/** Builds a report about one SMS. The event id is the same when the provider repeats the report. */
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
