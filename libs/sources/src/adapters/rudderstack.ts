import { z } from 'zod';
import { checkSecretHeader, headerName, sharedSecret } from './secret-header.js';
import { describeSource } from './source-adapter.js';
import { mapCall, readCalls } from './spec-calls.js';

/**
 * RudderStack's webhook destination (https://www.rudderstack.com/docs/destinations/streaming-destinations/webhooks). It does not
 * sign, but can send a custom header.
 */
export const rudderstack = describeSource({
  kind: 'rudderstack',
  title: 'RudderStack',
  settings: z.object({ header: headerName.default('Authorization'), secret: sharedSecret }),
  secretFields: ['secret'],
  verify: (request, { header, secret }) => checkSecretHeader(request, header, secret),
  read: readCalls,
  map: mapCall,
});
