import { createClient } from '@dundun/client';

/** The API as seen by the browser: through the console's own origin. Refusals name their fields (RFC 9457). */
export const api = createClient('/api', (request) => {
  request.headers.set('Accept', 'application/json, application/problem+json');
  return fetch(request);
});
