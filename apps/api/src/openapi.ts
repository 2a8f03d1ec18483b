import { WEBHOOK_EVENTS } from '@dundun/contracts';
import type { OpenApiOptions } from '@dundun/platform/server';
import { errorCodeTable } from './error-codes.js';
import { quickStarts } from './quick-starts.js';

/** The words of the OpenAPI document; its operations come from the controllers. */
export const openApi = (server: string): OpenApiOptions => ({
  title: 'Dundun',
  version: '1.0.0',
  server,
  description: [
    'Audience lists, transactional email and SMS, and user event tracking.',
    '',
    '**Credentials** travel as HTTP Basic: user name = API key, password = API secret. Operations of the *key* level also take an',
    'empty password, as browsers and mobile apps send it.',
    '',
    '**Errors** are `{"error":"text"}` with a stable code in the header `Dundun-Error`; with `Accept: application/problem+json` they are',
    'RFC 9457 with one entry for each wrong field. **Every answer** carries `Request-Id`.',
    '',
    '**POST** operations take `Idempotency-Key`. Paths work without `/v1` too.',
    '',
    quickStarts(server),
    '',
    '<details>',
    '<summary>Every code of <code>Dundun-Error</code></summary>',
    '',
    errorCodeTable(),
    '',
    '</details>',
  ].join('\n'),
  tags: [
    { name: 'Lists', description: 'Audience lists.' },
    { name: 'Subscribers', description: 'People on a list.' },
    { name: 'Users', description: 'The person behind a uid.' },
    { name: 'Sends', description: 'Transactional email and SMS, and what became of them.' },
    { name: 'Events', description: 'What users do.' },
    { name: 'Webhooks', description: 'Being told what happens, and what was sent.' },
    { name: 'Hooks', description: 'What providers and other systems call.' },
    { name: 'Account', description: 'The workspace behind the credentials.' },
    { name: 'Console', description: 'What the console uses beside the above; a session or the secret will do.' },
  ],
  webhooks: WEBHOOK_EVENTS,
});
