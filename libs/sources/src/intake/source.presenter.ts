import type { PreviewedEventView, SourceEventView, SourceKindView, SourceView } from '@dundun/contracts';
import type { JsonObject } from '@dundun/domain';
import { z } from 'zod';
import type { SourceAdapter } from '../adapters/source-adapter.js';
import type { Previewed } from './source-calls.service.js';
import type { SourceEventRow } from './source-events.repository.js';
import type { Source } from './source.entity.js';

export const presentKind = ({ kind, title, settings, secretFields }: SourceAdapter): SourceKindView => ({
  kind,
  title,
  settings_schema: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) as JsonObject,
  secret_settings: [...secretFields],
});

export const presentSource = (row: Source, url: string): SourceView => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  settings: row.settings,
  unknown_person: row.unknownPerson,
  enabled: row.enabled,
  url,
  by_key: row.byKey,
  accepted: row.accepted,
  repeated: row.repeated,
  accepted_at: row.acceptedAt?.toISOString() ?? null,
  refused: row.refused,
  refused_at: row.refusedAt?.toISOString() ?? null,
  refusal: row.refusal,
  created_at: row.createdAt.toISOString(),
});

export const presentSourceEvent = (row: SourceEventRow): SourceEventView => ({
  event_id: row.event_id,
  state: row.state,
  reason: row.reason,
  notices: row.notices,
  event: row.event,
  uid: row.uid,
  attempts: row.attempts,
  due_at: row.due_at?.toISOString() ?? null,
  received_at: row.received_at.toISOString(),
  payload: row.payload,
});

export const presentPreview = ({ eventId, ignored, notices, effects }: Previewed): PreviewedEventView => ({
  event_id: eventId,
  ignored,
  notices,
  effects: effects as unknown as JsonObject[],
});
