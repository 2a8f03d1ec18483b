import fc from 'fast-check';
import { shape, text } from './valid-values.js';

/** Valid bodies about segments, by the name of their class. */
export const SEGMENT_REQUESTS = {
  CreateSegmentBody: shape(
    { name: text(100, 1) },
    {
      kind: fc.constantFrom('live', 'snapshot', 'manual'),
      match: fc.constant({ event: 'Paid' }),
      labels: fc.array(text(40, 1), { maxLength: 3 }),
      announces: fc.boolean(),
    },
  ),
  UpdateSegmentBody: shape({}, { name: text(100, 1), match: fc.constant({ event: 'Paid' }), announces: fc.boolean() }),
  SegmentMatchBody: shape({ match: fc.constant({ event: 'Paid' }) }),
  SegmentCountBody: shape({ match: fc.constant({ event: 'Paid' }) }, { after: text(64, 1) }),
  SegmentPeopleBody: shape(
    {},
    { add: fc.array(text(255, 1), { maxLength: 3 }), remove: fc.array(text(255, 1), { maxLength: 3 }) },
  ),
};
