import { urlOf } from '@dundun/domain';
import { z } from 'zod';
import { jsonOf } from '../../adapter/json.js';
import { ESCAPES, filled, type GatewayValues, MEDIA_TYPES, PLACEHOLDERS, unknownIn } from './gateway-template.js';

/** Shown by the console as a field of several lines. */
const LINES = { format: 'lines' };
const SAMPLE = Object.fromEntries(PLACEHOLDERS.map((name) => [name, 'x'])) as GatewayValues;
const DIGEST = ['token', 'sha1', 'sha256', 'sha512'] as const;

const text = (description: string, most = 200) =>
  z.string().trim().min(1, 'The field is empty').max(most, `At most ${most} characters`).meta({ description });
const template = (description: string) =>
  z
    .string()
    .trim()
    .min(1, 'The field is empty')
    .max(8_000, 'At most 8000 characters')
    .superRefine((given, context) => {
      for (const name of unknownIn(given))
        context.addIssue({ code: 'custom', message: `{{${name}}} does not exist; use ${PLACEHOLDERS.join(', ')}` });
    })
    .meta({ description });
const path = (description: string) =>
  text(description).regex(/^[\w$-]+(\.[\w$-]+)*$/, 'Enter the names of JSON keys, separated by dots, such as data.id');
/** A list of words separated by commas, compared without regard to case. */
const words = (description: string) =>
  text(description, 500).transform((list) =>
    list
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter(Boolean),
  );

/** An SMS gateway: how it is called, how it shows success, and how it reports. */
export const gatewaySettings = z
  .object({
    url: template('Where SMS are sent. The query may contain {{to}}, {{text}} and the other placeholders.'),
    method: z.enum(['POST', 'GET']).default('POST'),
    format: z
      .enum(['json', 'form', 'xml', 'text'])
      .default('json')
      .meta({ description: 'How values are escaped in the body.' }),
    body: template(
      'Template of the body: {{to}} (digits), {{to_e164}} (with +), {{from}}, {{text}}, {{reference}}, {{callback}}, {{secret}}.',
    )
      .meta(LINES)
      .optional(),
    headers: template('One per line, such as Authorization: Bearer {{secret}}').meta(LINES).optional(),
    secret: text('The API key or token, for {{secret}}.', 2_000).optional(),
    testPath: template('A path on the same server that answers 2xx to valid credentials, such as /balance.').optional(),
    statusPath: path(
      'Where the JSON answer says whether the SMS was taken. Without it a status of 2xx is a success.',
    ).optional(),
    successValues: words('The values there that mean success.').default([
      'ok',
      'success',
      'accepted',
      'queued',
      'sent',
      '0',
      'true',
    ]),
    refusedValues: words('The values there that mean a bad number or text, which are not tried again.').optional(),
    successText: text('A text that the answer to a success contains, if it is not JSON.').optional(),
    idPath: path('Where the JSON answer has the id of the message.').optional(),
    reportIdPath: path('Where a report has that id.').default('id'),
    reportReferencePath: path('Where a report has our reference, if the gateway returns it.').optional(),
    reportStatusPath: path('Where a report has the status.').default('status'),
    reportToPath: path('Where a report has the number.').optional(),
    reportReasonPath: path('Where a report has the reason.').optional(),
    deliveredValues: words('The statuses of delivered SMS.').default(['delivered', 'delivrd']),
    failedValues: words('The statuses of SMS that will not arrive.').default([
      'failed',
      'undelivered',
      'undeliv',
      'rejected',
      'rejectd',
      'expired',
    ]),
    invalidValues: words('The statuses of numbers that do not exist; they are suppressed.').optional(),
    reportHeader: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[!-9;-~]{1,100}$/, 'Not a header name')
      .optional()
      .meta({ description: 'The header by which a report proves its sender.' }),
    reportSecret: text('The key of that header.', 2_000).optional(),
    reportMethod: z
      .enum(DIGEST)
      .default('token')
      .meta({ description: 'What the header contains: the key itself, or a hex HMAC of the body.' }),
  })
  .superRefine((given, context) => {
    const wrong = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (!addressOf(given.url))
      wrong('url', 'Enter an address such as https://sms.example.com/send, without a user name');
    if (given.testPath && !pathFits(given.url, given.testPath)) wrong('testPath', 'Enter a path on the same server');
    if (given.method === 'GET' && given.body) wrong('body', 'A GET has no body; use the query of the address');
    if (given.method === 'POST' && !given.body)
      wrong('body', 'Enter what the gateway expects, with {{to}} and {{text}}');
    if (given.body && given.format === 'json' && !isJson(given.body))
      wrong('body', 'Not JSON. Put each placeholder inside quotes, such as {"to": "{{to}}"}');
    if (![given.url, given.body ?? ''].some((each) => /\{\{\s*text\s*\}\}/.test(each)))
      wrong(given.method === 'GET' ? 'url' : 'body', 'The text of the SMS is missing: {{text}}');
    if (headersIn(given.headers) === null) wrong('headers', 'One header per line, such as X-Api-Key: {{secret}}');
    if (!given.reportHeader !== !given.reportSecret)
      wrong(given.reportHeader ? 'reportSecret' : 'reportHeader', 'The header and its key belong together');
  });

/** Validated settings of a gateway. */
export type GatewaySettings = z.output<typeof gatewaySettings>;

/** Splits an address at its path; null if it is no HTTP address or a placeholder is in its host. */
export function addressOf(given: string): { origin: string; path: string } | null {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#{}\s]+)(.*)$/is.exec(given) ?? [];
  const url = urlOf(origin);
  if (!url || url.href !== `${url.origin}/` || !isPath(filled(path, SAMPLE, ESCAPES.form))) return null;
  return { origin: url.origin, path: path.startsWith('/') ? path : `/${path}` };
}

/** Whether a path can be sent as it is: without spaces, fragments and characters beyond ASCII. */
const isPath = (path: string): boolean => /^[!"$-~]*$/.test(path);

/** Whether a template is a path that cannot leave the server. */
function pathFits(url: string, testPath: string): boolean {
  const address = addressOf(url);
  return (
    /^\/(?!\/)/.test(testPath) &&
    isPath(filled(testPath, SAMPLE, ESCAPES.form)) &&
    !!address &&
    !!urlOf(address.origin + filled(testPath, SAMPLE, ESCAPES.form))
  );
}

const isJson = (template: string): boolean => jsonOf(filled(template, SAMPLE, ESCAPES.json)) !== undefined;

/** Headers that the client writes itself. */
const OWN = /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer)$/i;

/** Returns the templates of the headers by name; null if a line is not a header, or one that must not be set. */
export function headersIn(lines: string | undefined): Record<string, string> | null {
  const found = (lines ?? '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*([\x20-\x7e]*?)\s*$/.exec(line));
  if (found.some((match) => match === null || OWN.test(match[1] ?? ''))) return null;
  return Object.fromEntries(found.map((match) => [(match?.[1] ?? '').toLowerCase(), match?.[2] ?? '']));
}

/** Returns the media type of the body, unless the headers say another one. */
export const mediaTypeOf = ({ format }: Pick<GatewaySettings, 'format'>): string => MEDIA_TYPES[format];
