/** Bodies of a replay for the document. */
export const REPLAY_EXAMPLES = {
  'Everything that failed': { failed: true },
  'A stretch of time': { from: '2026-11-20T09:00:00Z', to: '2026-11-20T10:00:00Z' },
};
