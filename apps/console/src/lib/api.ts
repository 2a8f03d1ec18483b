import { createClient } from '@dundun/client';

/** The API as the browser reaches it: through this console's own origin. */
export const api = createClient('/api');
