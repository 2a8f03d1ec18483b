import { isJsonObject, type JsonObject, UnreadableHookError } from '@dundun/domain';
import { z } from 'zod';
import { eventIdOf, momentOf, objectOf, textOf } from '../payload-fields.js';
import { forged, isSame, isSigned } from '../signatures.js';
import { describeSource, type Incoming, type SourceRequest, type Verdict } from '../source-adapter.js';
import { type BillingTable, mapByTable } from './billing-table.js';
import * as read from './flutterwave-objects.js';

const TABLE: BillingTable = new Map([
  ['charge.completed', { event: charge, read: read.readCharge }],
  ['charge.failed', { event: 'Payment failed', read: read.readCharge }],
  ['refund.completed', { event: refund, read: read.readRefund }],
  ['refund.failed', { event: 'Refund failed', read: read.readRefund }],
  ['subscription.cancelled', { event: 'Subscription canceled', read: read.readSubscription }],
]);

/** "Completed" means that Flutterwave has finished the charge, successfully or not. */
function charge({ status }: JsonObject): string | null {
  if (status === 'successful' || status === 'succeeded') return 'Payment succeeded';
  return status === 'failed' ? 'Payment failed' : null;
}

function refund({ status }: JsonObject): string {
  return status === 'failed' ? 'Refund failed' : 'Payment refunded';
}

const settings = z.object({
  /** The "secret hash" of the dashboard's webhook settings. */
  secretHash: z.string().trim().min(1, 'The secret hash is missing'),
});

/** Flutterwave, https://developer.flutterwave.com/docs/webhooks, versions 3 and 4 of its API. */
export const flutterwave = describeSource({
  kind: 'flutterwave',
  title: 'Flutterwave',
  settings,
  secretFields: ['secretHash'],
  verify: (request, { secretHash }) => verify(request, secretHash),
  read: readBody,
  map: (payload) => {
    const data = objectOf(payload.data);
    const moment = payload.timestamp ?? data.created_datetime ?? data.created_at;
    const object = { meta_data: payload.meta_data, ...data };
    return mapByTable(TABLE, { type: payload.type ?? payload.event, object, occurredAt: momentOf(moment) });
  },
});

/** Version 4 signs the body with the secret hash. Version 3 sends only the hash, which does not cover the body. */
function verify({ headers, body }: SourceRequest, secret: string): Verdict {
  const signature = headers['flutterwave-signature'];
  if (signature) {
    const isRight = isSigned([signature.trim()], { algorithm: 'sha256', encoding: 'base64', secret }, body);
    return isRight ? 'genuine' : forged('the signature of Flutterwave is wrong');
  }
  const given = headers['verif-hash'];
  if (!given) return forged('the headers Flutterwave-Signature and Verif-Hash are missing');
  return isSame(given.trim(), secret) ? 'genuine' : forged('the secret hash of Flutterwave is wrong');
}

function readBody(body: unknown): Incoming[] {
  if (!isJsonObject(body) || !isJsonObject(body.data) || textOf(body.type ?? body.event) === undefined) {
    throw new UnreadableHookError(
      'it is not a Flutterwave event: it has no "data", or neither "type" nor "event". Webhooks of version 2 are not supported',
    );
  }
  return [{ id: idOf(body), payload: body }];
}

/** Events of version 3 have no id: a transaction reaches each final status once. */
function idOf(body: JsonObject): string {
  const { id, status } = objectOf(body.data);
  const transaction = textOf(id);
  const derived = transaction && `${String(body.type ?? body.event)}:${transaction}:${textOf(status) ?? ''}`;
  return eventIdOf(body.webhook_id ?? derived, body);
}
