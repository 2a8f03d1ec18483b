/** Request bodies for the API reference. */
export const REPLAY_EXAMPLES = {
  'All failed deliveries': { failed: true },
  'A time range': { from: '2026-11-20T09:00:00Z', to: '2026-11-20T10:00:00Z' },
};
