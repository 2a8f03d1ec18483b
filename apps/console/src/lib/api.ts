import { createClient } from '@dundun/client';

/** The API as seen by the browser: through the console's own origin. */
export const api = createClient('/api');
