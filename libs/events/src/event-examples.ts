/** Example bodies for the reference page. */
export const EVENT_EXAMPLES = {
  'Name only': { event: 'Signed up' },
  'With a value': { event: 'Plan changed', value: 'pro' },
  'With properties': { event: 'Order placed', properties: { sku: 'A-1', price: 49.9 } },
  'With a time and an id of your own': {
    event: 'Order placed',
    value: 49.9,
    timestamp: '2026-11-20T09:30:00Z',
    event_id: 'order-1042',
  },
};
