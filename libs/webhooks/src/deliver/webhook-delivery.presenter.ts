import type { DeliveryDetail, DeliveryView, WebhookAttemptView } from '@dundun/contracts';
import type {
  WebhookAttemptRow,
  WebhookDeliveryRow,
  WebhookDeliveryWithEntry,
} from './webhook-delivery-log.repository.js';
import { payloadOf } from '../endpoints/payload.js';

const time = (at: Date | null) => at?.toISOString() ?? null;

export const presentDelivery = (row: WebhookDeliveryRow): DeliveryView => ({
  id: row.id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  error: row.error,
  next_attempt_at: time(row.due_at),
  created_at: row.created_at.toISOString(),
  ended_at: time(row.ended_at),
});

export const presentDetail = (row: WebhookDeliveryWithEntry, attempts: WebhookAttemptRow[]): DeliveryDetail => ({
  ...presentDelivery(row),
  payload: row.at === null ? null : { ...payloadOf({ type: row.type, at: row.at, data: row.data }) },
  calls: attempts.map(presentAttempt),
});

const presentAttempt = ({ started_at, ...row }: WebhookAttemptRow): WebhookAttemptView => ({
  number: row.number,
  started_at: started_at.toISOString(),
  milliseconds: row.milliseconds,
  status: row.status,
  response: row.response,
  error: row.error,
});
