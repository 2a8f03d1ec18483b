import fc from 'fast-check';
import { flag, name, orNull, shape, text, tree } from './valid-values.js';

const ids = fc.array(fc.uuid(), { maxLength: 3 });
export const utm = {
  ...{ source: orNull(text(40)), medium: orNull(text(40)), campaign: orNull(text(40)) },
  except: fc.array(text(60, 1), { maxLength: 3 }),
};
export const conversion = {
  ...{ amount: orNull(text(40, 1)), currency: orNull(text(40, 1)), days: fc.integer({ min: 1, max: 90 }) },
  ...{ refund_event: orNull(text(40, 1)), order: orNull(text(40, 1)) },
  where: fc.constant([{ property: 'total', type: 'number', is: 'above', value: 5 }]),
};
export const campaign = {
  labels: fc.array(text(50, 1), { maxLength: 3 }),
  ...{ lists: ids, segments: ids, without_lists: ids, without_segments: ids },
  ...{ list: orNull(fc.uuid()), profile: orNull(fc.uuid()), template: orNull(name) },
  ...{ subject: orNull(text(60)), html: orNull(text(60)), mjml: orNull(text(60)), text: orNull(text(60)) },
  ...{ track_opens: flag, track_clicks: flag, per_minute: orNull(fc.integer({ min: 1, max: 1_000 })) },
  ...{ data: tree, utm: orNull(shape({}, utm)), conversion: orNull(shape({ event: text(40, 1) }, conversion)) },
};
