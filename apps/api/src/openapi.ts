import { WEBHOOK_EVENTS } from '@dundun/contracts';
import { AUTOMATION_GRAPH_SCHEMA } from '@dundun/domain';
import type { OpenApiOptions } from '@dundun/platform/server';
import { errorCodeTable } from './error-codes.js';
import { operationId } from './operation-ids.js';
import { quickStarts } from './quick-starts.js';

/** The texts of the OpenAPI document; its operations come from the controllers. */
export const openApi = (server: string): OpenApiOptions => ({
  title: 'Dundun',
  version: '1.0.0',
  server,
  description: [
    'Audience lists, transactional email and SMS, and user event tracking.',
    '',
    '**Credentials** are HTTP Basic: user name = API key, password = API secret. Operations of the *key* level also accept an',
    'empty password, as browsers and mobile apps send it.',
    '',
    '**Errors** are `{"error":"text"}` with a stable code in the header `Dundun-Error`; with `Accept: application/problem+json` they are',
    'RFC 9457 with one entry per wrong field. **Every answer** has the header `Request-Id`.',
    '',
    'A JSON body has at most 10,000 keys and 100,000 values; batches and hooks may have 50,000 keys.',
    '',
    '**POST** operations accept `Idempotency-Key`. Paths also work without `/v1`.',
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
    { name: 'Sends', description: 'Transactional email and SMS, and their results.' },
    { name: 'Events', description: 'What users do.' },
    { name: 'Automations', description: 'What happens by itself, step by step.' },
    { name: 'Webhooks', description: 'Notifications about what happens, and the feed to pull from.' },
    { name: 'Hooks', description: 'Calls from providers and other systems.' },
    { name: 'Account', description: 'The workspace behind the credentials.' },
    { name: 'Console', description: 'Further operations of the console; they accept a session or the secret.' },
  ],
  operationId,
  webhooks: WEBHOOK_EVENTS,
  schemas: { AutomationGraph: AUTOMATION_GRAPH_SCHEMA },
});
