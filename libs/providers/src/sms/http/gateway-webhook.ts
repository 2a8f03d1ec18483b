import { createHmac } from 'node:crypto';
import { jsonObject } from '../../adapter/json.js';
import { forged, isSame, unreadable } from '../../adapter/webhook-checks.js';
import type { WebhookAnswer, WebhookRequest } from '../../adapter/webhook.js';
import { smsReport, type SmsReportKind } from '../sms-report.js';
import { isJson, webhookFields } from '../webhook-fields.js';
import { textAt } from './gateway-path.js';
import type { GatewaySettings } from './gateway-settings.js';

/** Reads a report of a gateway, JSON or a form. Without a key for it, the secret address of the hook is the only proof. */
export async function readGatewayReport(request: WebhookRequest, settings: GatewaySettings): Promise<WebhookAnswer> {
  const fault = faultOf(request, settings);
  if (fault) return forged(fault);
  const fields = isJson(request.headers) ? jsonObject(request.body) : Object.fromEntries(webhookFields(request));
  const at = (path: string | undefined) => (path ? textAt(fields, path) : undefined);
  const status = at(settings.reportStatusPath);
  if (!status) return unreadable(`there is no status at ${settings.reportStatusPath}`);
  const [id, reference] = [at(settings.reportIdPath), at(settings.reportReferencePath) ?? referenceIn(request.url)];
  const known = id ?? reference;
  if (!known) return unreadable(`there is no id at ${settings.reportIdPath}`);
  const words = {
    id: known,
    status,
    reason: at(settings.reportReasonPath),
    to: at(settings.reportToPath),
    reference: reference ?? null,
  };
  const report = smsReport(kindOf(status.toLowerCase(), settings), words);
  return { kind: 'read', reports: [{ ...report, providerId: id ?? null }], inbound: [] };
}

/** Returns why a call is not the gateway's; null if it is, or if nothing proves it. */
function faultOf({ headers, body }: WebhookRequest, settings: GatewaySettings): string | null {
  const { reportHeader, reportSecret, reportMethod: method } = settings;
  if (!reportHeader || !reportSecret) return null;
  const given = headers[reportHeader];
  if (!given) return `the header ${reportHeader} is missing`;
  if (method === 'token') return isSame(given, reportSecret) ? null : 'the header has another key';
  const expected = createHmac(method, reportSecret).update(body).digest('hex');
  // Some senders name the method first, as sha256=….
  const hex = given.toLowerCase().replace(/^sha\d+=/, '');
  return isSame(hex, expected) ? null : 'it was signed with another key or for another body';
}

/** The query of {{callback}}. */
const referenceIn = (url: string): string | undefined =>
  new URLSearchParams(url.split('?')[1]).get('reference') ?? undefined;

function kindOf(status: string, settings: GatewaySettings): SmsReportKind {
  if (settings.deliveredValues.includes(status)) return 'delivered';
  if (settings.invalidValues?.includes(status)) return 'hard';
  return settings.failedValues.includes(status) ? 'soft' : 'accepted';
}
